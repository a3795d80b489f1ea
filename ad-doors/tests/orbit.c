/* Calls the library of examples/c_library.rs. Each line that is printed has the form `name: numbers`. */
#include "ad.h"
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int code) {
    if (code != 0) {
        printf("failed with %d: %s\n", code, ad_message());
        exit(1);
    }
}

/* The arguments of printf have no order, so the code comes first. */
static void failed(int code) { printf("code %d, %.90s\n", code, ad_message()); }

static void list(const char *name, const double *x, size_t n) {
    printf("%s:", name);
    for (size_t i = 0; i < n; i++) printf(" %g", x[i]);
    printf("\n");
}

/* A thread: many gradients of a chain of its own length, and a failure. Returns NULL if all are right. */
static void *thread(void *argument) {
    size_t n = *(size_t *)argument;
    double x[8], gradient[8], y;
    ad_function *chain = ad_open("chain", &n, 1);
    for (size_t k = 0; k < 2000; k++) {
        for (size_t i = 0; i < n; i++) x[i] = (double)(k + i);
        if (ad_value_and_gradient(chain, x, &y, gradient) != 0 || gradient[0] != x[1] * x[1]) return argument;
        if (ad_value(chain, n, x, gradient) != AD_FAILED) return argument;
        char expected[80];
        snprintf(expected, sizeof expected, "the result has 1 numbers, and %zu places are given", n);
        if (strcmp(ad_message(), expected) != 0) return argument;
    }
    ad_close(chain);
    return NULL;
}

/* Pointers and lengths that no program means. */
static void nonsense(void) {
    size_t huge = SIZE_MAX, long_list = (size_t)1 << 50;
    double x[2] = {0.0, 0.5}, y[4];
    failed(ad_open(NULL, NULL, 0) != NULL);
    failed(ad_open("chain", NULL, 1) != NULL);
    failed(ad_open("chain", &huge, 1) != NULL);
    failed(ad_open("chain", &long_list, 1) != NULL);
    failed(ad_open("chain", (size_t[]){2, 3}, 2) != NULL);
    failed(ad_value(NULL, 1, x, y));
    failed(ad_outputs(NULL, x, NULL));
    failed(ad_sparse_hessian(NULL, x, NULL));
    /* A failure leaves a matrix that can be freed. */
    ad_sparse matrix;
    memset(&matrix, 0x55, sizeof matrix);
    failed(ad_sparse_jacobian(NULL, x, &matrix));
    ad_sparse_free(&matrix);
    printf("%zu inputs, %s\n", ad_inputs(NULL), ad_input_name(NULL, 0) == NULL ? "no name" : "a name");
    ad_close(NULL);
    ad_sparse_free(NULL);
    ad_function *distance = ad_open("distance", NULL, 0);
    printf("%s\n", ad_input_name(distance, 2) == NULL ? "no name" : "a name");
    failed(ad_value(distance, huge, x, y));
    failed(ad_values(distance, huge / 2 + 2, 1, x, y));
    failed(ad_values(distance, huge / 16, 1, x, y));
    check(ad_values(distance, 0, 1, NULL, NULL));
    failed(ad_value(distance, 1, (double *)((char *)x + 1), y));
    failed(ad_value_and_gradient(distance, x, y, NULL));
    failed(ad_jacobian(distance, huge, x, y, y));
    failed(ad_outputs(distance, x, NULL));
    failed(ad_sparse_hessian(distance, x, NULL));
    failed(ad_vjp(distance, 2, x, x, y));
    failed(ad_jvp(distance, 2, x, x, y));
    failed(ad_jacobian(distance, 2, x, y, y));
    failed(ad_sparse_weighted_hessian(distance, 0, x, NULL, &(ad_sparse){0}));
    ad_close(distance);
    /* A missing length is 0. */
    ad_function *chain = ad_open("chain", NULL, 0);
    failed(ad_value(chain, 1, NULL, y));
    ad_close(chain);
}

int main(void) {
    nonsense();
    pthread_t threads[4];
    size_t lengths[4] = {2, 3, 5, 8};
    for (size_t i = 0; i < 4; i++) pthread_create(&threads[i], NULL, thread, &lengths[i]);
    for (size_t i = 0; i < 4; i++) {
        void *wrong;
        pthread_join(threads[i], &wrong);
        printf("thread %zu is %s\n", i, wrong == NULL ? "right" : "wrong");
    }

    double y, gradient[4], rows[16], product[4];

    ad_function *distance = ad_open("distance", NULL, 0);
    printf("inputs: %s %s\n", ad_input_name(distance, 0), ad_input_name(distance, 1));
    double x[2] = {0.0, 0.5};
    check(ad_value_and_gradient(distance, x, &y, gradient));
    list("distance", &y, 1);
    list("gradient", gradient, 2);
    double points[6] = {0.0, 0.25, 0.0, 0.5, 0.0, 0.75}, values[3], gradients[6];
    check(ad_values_and_gradients(distance, 3, points, values, gradients));
    list("distances", values, 3);

    /* Failures. */
    double outside[2] = {0.0, 1.0};
    failed(ad_value(distance, 1, outside, &y));
    failed(ad_value(distance, 1, NULL, &y));
    failed(ad_value(distance, 2, x, values));
    failed(ad_open("distances", NULL, 0) != NULL);
    ad_close(distance);

    size_t one = 1, four = 4;
    ad_function *chain = ad_open("chain", &one, 1);
    failed(ad_value(chain, 1, x, &y));
    ad_close(chain);

    chain = ad_open("chain", &four, 1);
    double z[4] = {1, 2, 3, 4}, v[4] = {1, 0, 0, 0};
    check(ad_hessian(chain, z, &y, gradient, rows));
    list("chain", &y, 1);
    list("gradient", gradient, 4);
    list("first row", rows, 4);
    check(ad_hvp(chain, z, v, gradient, product));
    list("product", product, 4);
    ad_sparse matrix;
    check(ad_sparse_hessian(chain, z, &matrix));
    printf("sparse Hessian: %zu of %zu × %zu, row 1 begins with column %zu\n", matrix.count, matrix.rows, matrix.columns,
           matrix.indices[matrix.offsets[1]]);
    list("entries", matrix.entries, 3);
    ad_sparse_free(&matrix);
    ad_close(chain);

    ad_function *products = ad_open("products", &four, 1);
    size_t m;
    check(ad_outputs(products, z, &m));
    printf("results: %zu\n", m);
    double three[3], jacobian[12], weights[3] = {1, 10, 100};
    check(ad_jacobian(products, m, z, three, jacobian));
    list("products", three, 3);
    list("second row", jacobian + 4, 4);
    check(ad_vjp(products, m, z, weights, gradient));
    list("adjoint", gradient, 4);
    check(ad_jvp(products, m, z, v, three));
    list("tangent", three, 3);
    check(ad_sparse_jacobian(products, z, &matrix));
    list("entries", matrix.entries, matrix.count);
    ad_sparse_free(&matrix);
    check(ad_sparse_weighted_hessian(products, m, z, weights, &matrix));
    list("weighted Hessian", matrix.entries, matrix.count);
    ad_sparse_free(&matrix);
    failed(ad_value_and_gradient(products, z, &y, gradient));
    failed(ad_vjp(products, 2, z, weights, gradient));
    failed(ad_jacobian(products, 4, z, rows, jacobian));
    failed(ad_sparse_weighted_hessian(products, 2, z, weights, &matrix));
    failed(ad_sparse_weighted_hessian(products, 4, z, z, &matrix));
    ad_close(products);
    return 0;
}
