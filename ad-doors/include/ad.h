/* Functions of Rust with exact derivatives, for C and all languages that call C.
 *
 * A function is opened by its name, at arguments of one structure. Numbers are flat: the fields and elements of the argument in their
 * order. Matrices are row by row. A function may be used by several threads at once.
 *
 * Each call that returns an `int` returns 0, or AD_FAILED, AD_UNSUPPORTED or AD_PANICKED. Then `ad_message()` says why. No call unwinds.
 */
#ifndef AD_H
#define AD_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define AD_FAILED 1      /* an argument has another length or domain */
#define AD_UNSUPPORTED 2 /* there is no such derivative, such as the gradient of a function with several results */
#define AD_PANICKED 3    /* the function panicked */

typedef struct ad_function ad_function;

/* A matrix with few entries: row i has the entries offsets[i] to offsets[i + 1] - 1. */
typedef struct ad_sparse {
    size_t rows, columns, count;
    const size_t *offsets; /* rows + 1 of them */
    const size_t *indices; /* the column of each entry */
    double *entries;
} ad_sparse;

/* The function, or NULL. `lengths` has the lengths of the lists of the argument, in order: `count` of them, 0 if the type has them all. */
ad_function *ad_open(const char *name, const size_t *lengths, size_t count);
void ad_close(ad_function *f);

/* Why the last call of this thread failed. The text is valid until the next failure of this thread. */
const char *ad_message(void);

/* The number of numbers of the argument, and the name of number i, which is valid until ad_close. NULL if there is no such number. */
size_t ad_inputs(const ad_function *f);
const char *ad_input_name(const ad_function *f, size_t i);
/* The number of results at x. */
int ad_outputs(const ad_function *f, const double *x, size_t *m);

/* First the function, then counts, arguments, and room for results. x, dx, v and gradients have ad_inputs(f) numbers; y, dy and weights
 * have m. */
int ad_value(const ad_function *f, size_t m, const double *x, double *y);
int ad_value_and_gradient(const ad_function *f, const double *x, double *y, double *gradient);
int ad_jvp(const ad_function *f, size_t m, const double *x, const double *dx, double *dy);
int ad_vjp(const ad_function *f, size_t m, const double *x, const double *dy, double *dx);
int ad_jacobian(const ad_function *f, size_t m, const double *x, double *y, double *rows);
int ad_hessian(const ad_function *f, const double *x, double *y, double *gradient, double *rows);
int ad_hvp(const ad_function *f, const double *x, const double *v, double *gradient, double *product);
/* The same at `count` points, row by row, on all processors. */
int ad_values(const ad_function *f, size_t count, size_t m, const double *x, double *y);
int ad_values_and_gradients(const ad_function *f, size_t count, const double *x, double *y, double *gradients);

/* Matrices of the library, which ad_sparse_free frees, also after a failure. The pattern is found at the first point of a thread. */
int ad_sparse_jacobian(const ad_function *f, const double *x, ad_sparse *matrix);
int ad_sparse_hessian(const ad_function *f, const double *x, ad_sparse *matrix);
/* The Hessian of the sum of the m results with weights. */
int ad_sparse_weighted_hessian(const ad_function *f, size_t m, const double *x, const double *weights, ad_sparse *matrix);
void ad_sparse_free(ad_sparse *matrix);

#ifdef __cplusplus
}
#endif

#endif
