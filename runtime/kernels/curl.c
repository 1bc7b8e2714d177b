#include "kernels/curl.h"

TRN_FN void curl_sum(const curl_args *a, const uint32_t *key, int32_t x, int32_t y, int32_t count, trn_sloped *sum)
{
    trn_sloped octave[SIMPLEX_LANES];
    double weight = 1.0, total = 0.0;
    for (int32_t i = 0; i < count; ++i) sum[i].value = sum[i].x = sum[i].y = sum[i].z = 0.0;
    for (int32_t k = 0; k < a->octaves; ++k, weight *= 0.5) {
        simplex_octave(1, &a->place, key[k], k, x, y, count, octave);
        total += weight;
        for (int32_t i = 0; i < count; ++i) {
            sum[i].value += weight * octave[i].value;
            sum[i].x += weight * octave[i].x;
            sum[i].y += weight * octave[i].y;
            sum[i].z += weight * octave[i].z;
        }
    }
    for (int32_t i = 0; i < count; ++i) {
        sum[i].value /= total;
        sum[i].x /= total;
        sum[i].y /= total;
        sum[i].z /= total;
    }
}

/* `count` pixels from (x, y) on, SIMPLEX_LANES at most */
TRN_FN void curl_bundle(const curl_args *a, int32_t x, int32_t y, int32_t count)
{
    const int space = a->vz != 0;
    trn_sloped p[SIMPLEX_LANES], q[SIMPLEX_LANES], r[SIMPLEX_LANES];
    curl_sum(a, a->key[0], x, y, count, p);
    if (space) {
        curl_sum(a, a->key[1], x, y, count, q);
        curl_sum(a, a->key[2], x, y, count, r);
    }
    size_t pixel = (size_t)y * (size_t)a->width + (size_t)x;
    for (int32_t i = 0; i < count; ++i, ++pixel) {
        const double vx = space ? r[i].y - q[i].z : p[i].y, vy = space ? p[i].z - r[i].x : -p[i].x;
        a->vx[pixel] = (float)(a->amplitude * vx + a->center);
        a->vy[pixel] = (float)(a->amplitude * vy + a->center);
        if (space) a->vz[pixel] = (float)(a->amplitude * (q[i].x - p[i].y) + a->center);
        if (a->potential) a->potential[pixel] = (float)p[i].value;
    }
}
TRN_FN void curl_cell(const curl_args *a, int32_t x, int32_t y) { curl_bundle(a, x, y, 1); }
TRN_FN void curl_rows(const curl_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y)
        for (int32_t x = 0; x < a->width; x += SIMPLEX_LANES) curl_bundle(a, x, y, trn_min_i(a->width - x, SIMPLEX_LANES));
}
TRN_SPLIT_KERNEL(curl)
