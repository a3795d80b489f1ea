/* Calls the library of examples/c_library.rs. Each line that is printed has the form `name: numbers`. */
#include "ad.h"
#include <stdio.h>
#include <stdlib.h>

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

int main(void) {
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
    ad_close(products);
    return 0;
}
