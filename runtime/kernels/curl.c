#include "kernels/curl.h"

/* The first `count` of the potentials, with their slopes, at n pixels from (x, y) on. */
TRN_FN void curl_sums(const curl_args *a, int32_t x, int32_t y, int32_t n, int32_t count, simplex_run sum[3])
{
    simplex_columns columns;
    simplex_run octave;
    double weight = 1.0, total = 0.0;
    for (int32_t p = 0; p < count; ++p)
        for (int32_t i = 0; i < n; ++i) sum[p].value[i] = sum[p].x[i] = sum[p].y[i] = sum[p].z[i] = 0.0;
    for (int32_t k = 0; k < a->octaves; ++k, weight *= 0.5) {
        simplex_columns_at(&a->place, k, x, n, &columns);
        total += weight;
        TRN_ROLLED for (int32_t p = 0; p < count; ++p) {
            simplex_run *s = &sum[p];
            simplex_octave(1, &a->place, a->key[p][k], k, &columns, y, n, &octave);
            _Pragma("omp simd")
            for (int32_t i = 0; i < n; ++i) {
                s->value[i] += weight * octave.value[i];
                s->x[i] += weight * octave.x[i];
                s->y[i] += weight * octave.y[i];
                s->z[i] += weight * octave.z[i];
            }
        }
    }
    for (int32_t p = 0; p < count; ++p)
        _Pragma("omp simd")
        for (int32_t i = 0; i < n; ++i) {
            sum[p].value[i] /= total;
            sum[p].x[i] /= total;
            sum[p].y[i] /= total;
            sum[p].z[i] /= total;
        }
}
TRN_FN void curl_put(const curl_args *a, float *to, int32_t n, const double *v)
{
    const double amplitude = a->amplitude, center = a->center;
    _Pragma("omp simd")
    for (int32_t i = 0; i < n; ++i) to[i] = (float)(amplitude * v[i] + center);
}

/* `count` pixels from (x, y) on, SIMPLEX_LANES at most */
TRN_FN void curl_bundle(const curl_args *a, int32_t x, int32_t y, int32_t count)
{
    const int space = a->vz != 0;
    simplex_run sum[3];
    const simplex_run *p = &sum[0], *q = &sum[1], *r = &sum[2];
    double vx[SIMPLEX_LANES], vy[SIMPLEX_LANES], vz[SIMPLEX_LANES];
    const size_t pixel = (size_t)y * (size_t)a->width + (size_t)x;
    curl_sums(a, x, y, count, space ? 3 : 1, sum);
    for (int32_t i = 0; i < count; ++i) {
        vx[i] = space ? r->y[i] - q->z[i] : p->y[i];
        vy[i] = space ? p->z[i] - r->x[i] : -p->x[i];
        if (space) vz[i] = q->x[i] - p->y[i];
    }
    curl_put(a, a->vx + pixel, count, vx);
    curl_put(a, a->vy + pixel, count, vy);
    if (space) curl_put(a, a->vz + pixel, count, vz);
    if (a->potential) for (int32_t i = 0; i < count; ++i) a->potential[pixel + (size_t)i] = (float)p->value[i];
}
TRN_FN void curl_cell(const curl_args *a, int32_t x, int32_t y) { curl_bundle(a, x, y, 1); }
TRN_FN void curl_rows(const curl_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y)
        for (int32_t x = 0; x < a->width; x += SIMPLEX_LANES) curl_bundle(a, x, y, trn_min_i(a->width - x, SIMPLEX_LANES));
}
TRN_SPLIT_KERNEL(curl)
