/* noise_basis.h - every noise basis at one point, in the real type TRN_REAL: the definition.
 *
 * Included by noise_lattice.h, once for float and once for double; TRN_R(name) is the name of that type's version
 * (trn_foo_f, trn_foo). Row kernels are built from the same pieces in the same order, so that they give these bits. A
 * position is a cell (uint32_t) and a fraction of the cell for each axis; dims is 3 or 4 and constant at every call. Value
 * and Perlin noise have dims 2 as well: that is 3-D where z is whole, so that the upper z corners weigh nothing. It gives
 * the bits of 3-D, except that a Perlin 0 may have another sign.
 *
 * The image is a slice: y, z and w are constant along a row of pixels. So interpolation runs over w, z and y first and
 * over x last. In a cell of a row gradient noise then is (A f + B) + u (dA f + dB), value noise A + u dA, and a feature
 * point is its x and its distance across the row: a few numbers a CELL that all pixels in it share. */

/* ---- axes beyond y: keys by z and w corner, fractions and their fades -------------------------------------------- */
typedef struct TRN_R(trn_outer) {
    uint32_t k[2][2]; /* [z corner][w corner]; in 3-D [.][0] */
    TRN_REAL fz, wz, fw, ww;
} TRN_R(trn_outer);

TRN_FN TRN_R(trn_outer) TRN_R(trn_outer_make)(int dims, uint32_t key, uint32_t z, TRN_REAL fz, uint32_t w, TRN_REAL fw)
{
    TRN_R(trn_outer) o;
    uint32_t k0 = key, k1 = key;
    if (dims == 4) {
        k0 = trn_mix_core(trn_lattice_w(w) ^ key);
        k1 = trn_mix_core(trn_lattice_w(w + 1u) ^ key);
    }
    o.k[0][0] = trn_mix_core(trn_lattice_z(z) ^ k0);
    o.k[0][1] = trn_mix_core(trn_lattice_z(z) ^ k1);
    o.k[1][0] = trn_mix_core(trn_lattice_z(z + 1u) ^ k0);
    o.k[1][1] = trn_mix_core(trn_lattice_z(z + 1u) ^ k1);
    o.fz = fz;
    o.wz = TRN_R(trn_fade)(fz);
    o.fw = fw;
    o.ww = TRN_R(trn_fade)(fw);
    return o;
}
/* the keys of lattice row y */
TRN_FN TRN_R(trn_outer) TRN_R(trn_outer_row)(int dims, const TRN_R(trn_outer) *o, uint32_t y)
{
    TRN_R(trn_outer) r = *o;
    r.k[0][0] = trn_mix_core(trn_lattice_y(y) ^ o->k[0][0]);
    if (dims > 2) r.k[1][0] = trn_mix_core(trn_lattice_y(y) ^ o->k[1][0]);
    if (dims == 4) {
        r.k[0][1] = trn_mix_core(trn_lattice_y(y) ^ o->k[0][1]);
        r.k[1][1] = trn_mix_core(trn_lattice_y(y) ^ o->k[1][1]);
    }
    return r;
}

/* ---- value: lattice values, quintic interpolation; in [-1, 1) when multiplied by trn_value_scale. xk, xk1: trn_lattice_x of
 * the lattice points to the left and right -------------------------------------------------------------------------- */
TRN_FN TRN_REAL TRN_R(trn_value_site)(int dims, const TRN_R(trn_outer) *r, uint32_t xk)
{
    TRN_REAL a = TRN_R(trn_value_of)(trn_mix_core(xk ^ r->k[0][0]));
    if (dims == 2) return a;
    TRN_REAL b = TRN_R(trn_value_of)(trn_mix_core(xk ^ r->k[1][0]));
    if (dims == 4) {
        a = TRN_R(trn_lerp)(a, TRN_R(trn_value_of)(trn_mix_core(xk ^ r->k[0][1])), r->ww);
        b = TRN_R(trn_lerp)(b, TRN_R(trn_value_of)(trn_mix_core(xk ^ r->k[1][1])), r->ww);
    }
    return TRN_R(trn_lerp)(a, b, r->wz);
}
/* r0, r1: the lattice rows below and above; u, v: fades along x and y */
TRN_FN TRN_REAL TRN_R(trn_value_point)(int dims, const TRN_R(trn_outer) *r0, const TRN_R(trn_outer) *r1, uint32_t xk,
                                       uint32_t xk1, TRN_REAL u, TRN_REAL v)
{
    const TRN_REAL a = TRN_R(trn_lerp)(TRN_R(trn_value_site)(dims, r0, xk), TRN_R(trn_value_site)(dims, r1, xk), v);
    const TRN_REAL b = TRN_R(trn_lerp)(TRN_R(trn_value_site)(dims, r0, xk1), TRN_R(trn_value_site)(dims, r1, xk1), v);
    return a + u * (b - a);
}

/* ---- Perlin: a site is a lattice point's gradient with z and w interpolated away ----------------------------------- */
typedef struct TRN_R(trn_site) { TRN_REAL gx, gy, gz; } TRN_R(trn_site); /* gz: the part that does not depend on x and y */
TRN_FN TRN_R(trn_site) TRN_R(trn_perlin_site)(int dims, const TRN_R(trn_outer) *r, uint32_t xk)
{
    TRN_R(trn_site) s;
    const TRN_REAL one = 1;
    if (dims == 2) {
        float ax, ay, az;
        trn_grad3(trn_mix_core(xk ^ r->k[0][0]), &ax, &ay, &az);
        s.gx = ax;
        s.gy = ay;
        s.gz = 0;
    } else if (dims == 3) {
        float ax, ay, az, bx, by, bz;
        trn_grad3(trn_mix_core(xk ^ r->k[0][0]), &ax, &ay, &az);
        trn_grad3(trn_mix_core(xk ^ r->k[1][0]), &bx, &by, &bz);
        s.gx = TRN_R(trn_lerp)(ax, bx, r->wz);
        s.gy = TRN_R(trn_lerp)(ay, by, r->wz);
        s.gz = TRN_R(trn_lerp)(az * r->fz, bz * (r->fz - one), r->wz);
    } else {
        float ax, ay, az, aw, bx, by, bz, bw, cx, cy, cz, cw, dx, dy, dz, dw;
        trn_grad4(trn_mix_core(xk ^ r->k[0][0]), &ax, &ay, &az, &aw);
        trn_grad4(trn_mix_core(xk ^ r->k[0][1]), &bx, &by, &bz, &bw);
        trn_grad4(trn_mix_core(xk ^ r->k[1][0]), &cx, &cy, &cz, &cw);
        trn_grad4(trn_mix_core(xk ^ r->k[1][1]), &dx, &dy, &dz, &dw);
        const TRN_REAL px = TRN_R(trn_lerp)(ax, bx, r->ww), qx = TRN_R(trn_lerp)(cx, dx, r->ww);
        const TRN_REAL py = TRN_R(trn_lerp)(ay, by, r->ww), qy = TRN_R(trn_lerp)(cy, dy, r->ww);
        const TRN_REAL pz = TRN_R(trn_lerp)(az, bz, r->ww), qz = TRN_R(trn_lerp)(cz, dz, r->ww);
        const TRN_REAL pw = TRN_R(trn_lerp)(aw * r->fw, bw * (r->fw - one), r->ww);
        const TRN_REAL qw = TRN_R(trn_lerp)(cw * r->fw, dw * (r->fw - one), r->ww);
        s.gx = TRN_R(trn_lerp)(px, qx, r->wz);
        s.gy = TRN_R(trn_lerp)(py, qy, r->wz);
        s.gz = TRN_R(trn_lerp)(pz * r->fz + pw, qz * (r->fz - one) + qw, r->wz);
    }
    return s;
}
/* A and B of a cell's left side, from the site below (s) and above (t) */
TRN_FN void TRN_R(trn_perlin_column)(TRN_R(trn_site) s, TRN_R(trn_site) t, TRN_REAL fy, TRN_REAL v, TRN_REAL *a, TRN_REAL *b)
{
    const TRN_REAL one = 1;
    *a = TRN_R(trn_lerp)(s.gx, t.gx, v);
    *b = TRN_R(trn_lerp)(s.gy * fy + s.gz, t.gy * (fy - one) + t.gz, v);
}
/* times trn_perlin_scale(dims) */
TRN_FN TRN_REAL TRN_R(trn_perlin_point)(int dims, const TRN_R(trn_outer) *r0, const TRN_R(trn_outer) *r1, uint32_t xk,
                                        uint32_t xk1, TRN_REAL f, TRN_REAL u, TRN_REAL fy, TRN_REAL v)
{
    TRN_REAL a0, b0, a1, b1;
    TRN_R(trn_perlin_column)(TRN_R(trn_perlin_site)(dims, r0, xk), TRN_R(trn_perlin_site)(dims, r1, xk), fy, v, &a0, &b0);
    TRN_R(trn_perlin_column)(TRN_R(trn_perlin_site)(dims, r0, xk1), TRN_R(trn_perlin_site)(dims, r1, xk1), fy, v, &a1, &b1);
    return (a0 * f + b0) + u * ((a1 - a0) * f + ((b1 - a1) - b0));
}

/* ---- simplex, 3-D ---------------------------------------------------------------------------------------------------
 * Simplex noise (Perlin 2001): sum of (1/2 - r^2)^4 times a gradient over the points of the body-centred cubic lattice
 * (edges .866 and 1). The lattice is TURNED so that x runs along a lattice vector of length sqrt 2, which is twice the
 * support's radius: y and z are constant for a row of lattice points, and of each row only the NEAREST point can reach
 * a pixel. No order of fractions, no comparison, the same function as by skewing. Even rows hold points at whole x,
 * odd ones at half x. Lattice coordinates: trn_simplex3_place. Unit of length: the spacing of points in a row. A row
 * out of reach (d <= 0) adds exactly 0. */
typedef struct TRN_R(trn_simplex_row) {
    TRN_REAL d, ey, ez; /* square of the radius less that of the distance across the row; that distance's parts */
    uint32_t row, slab;
} TRN_R(trn_simplex_row);
/* q = 0, 1 and r = -1 ... 2: the rows that can be in reach of (j + v, k + w) */
TRN_FN TRN_R(trn_simplex_row) TRN_R(trn_simplex_row_at)(uint32_t j, TRN_REAL v, uint32_t k, TRN_REAL w, int32_t q, int32_t r)
{
    TRN_R(trn_simplex_row) s;
    s.row = j + (uint32_t)q;
    s.slab = k + (uint32_t)r;
    s.ey = (v - (TRN_REAL)q) * (TRN_REAL)0.5;
    s.ez = (w - (TRN_REAL)r) * (TRN_REAL)0.35355339059327376;
    s.d = ((TRN_REAL)0.25 - s.ez * s.ez) - s.ey * s.ey;
    return s;
}
TRN_FN uint32_t TRN_R(trn_simplex_row_odd)(const TRN_R(trn_simplex_row) *s) { return (s->row ^ s->slab) & 1u; }
TRN_FN uint32_t TRN_R(trn_simplex_row_key)(uint32_t key, const TRN_R(trn_simplex_row) *s)
{
    return trn_mix_core(trn_lattice_y(s->row) ^ trn_mix_core(trn_lattice_z(s->slab) ^ key));
}
/* x: distance to the row's nearest point; b: the gradient's part across the row */
TRN_FN TRN_REAL TRN_R(trn_simplex_corner)(TRN_REAL d, TRN_REAL x, TRN_REAL gx, TRN_REAL b)
{
    TRN_REAL t = TRN_R(trn_max)(d - x * x, (TRN_REAL)0);
    t = t * t;
    return (t * t) * (gx * x + b);
}
TRN_FN TRN_REAL TRN_R(trn_simplex_corner3)(uint32_t h, TRN_REAL d, TRN_REAL x, TRN_REAL ey, TRN_REAL ez)
{
    float gx, gy, gz;
    trn_grad3(h, &gx, &gy, &gz);
    return TRN_R(trn_simplex_corner)(d, x, gx, gy * ey + gz * ez);
}
/* cells and fractions of the lattice coordinates; times TRN_SIMPLEX3_SCALE */
TRN_FN TRN_REAL TRN_R(trn_simplex3_point)(uint32_t key, uint32_t i, TRN_REAL f, uint32_t j, TRN_REAL v, uint32_t k,
                                          TRN_REAL w)
{
    const TRN_REAL half = (TRN_REAL)0.5;
    TRN_REAL n = 0, xo = f - half, xe = f < half ? f : f - (TRN_REAL)1;
    uint32_t even = i + (f >= half);
    for (int32_t r = -1; r <= 2; ++r)
        for (int32_t q = 0; q <= 1; ++q) {
            const TRN_R(trn_simplex_row) s = TRN_R(trn_simplex_row_at)(j, v, k, w, q, r);
            const uint32_t odd = TRN_R(trn_simplex_row_odd)(&s);
            const uint32_t h = trn_mix_core(trn_lattice_x(odd ? i : even) ^ TRN_R(trn_simplex_row_key)(key, &s));
            n = n + TRN_R(trn_simplex_corner3)(h, s.d, odd ? xo : xe, s.ey, s.ez);
        }
    return n;
}

/* The same with its slopes. A corner adds to them, in the lattice's turned frame; simplex3_turn_slope makes of a sum what
 * it is along the axes, per cell. Both times TRN_SIMPLEX3_SCALE. */
typedef struct TRN_R(trn_sloped) { TRN_REAL value, x, y, z; } TRN_R(trn_sloped);
TRN_FN TRN_R(trn_sloped) TRN_R(trn_simplex_corner3_sloped)(uint32_t h, TRN_REAL d, TRN_REAL x, TRN_REAL ey, TRN_REAL ez)
{
    float gx, gy, gz;
    TRN_R(trn_sloped) s;
    trn_grad3(h, &gx, &gy, &gz);
    const TRN_REAL across = gy * ey + gz * ez, along = gx * x + across, t = TRN_R(trn_max)(d - x * x, (TRN_REAL)0), t2 = t * t;
    const TRN_REAL t4 = t2 * t2, fall = (TRN_REAL)-8 * (t2 * t) * along;
    s.value = t4 * along;
    s.x = t4 * gx + fall * x;
    s.y = t4 * gy + fall * ey;
    s.z = t4 * gz + fall * ez;
    return s;
}
TRN_FN TRN_R(trn_sloped) TRN_R(trn_simplex3_turn_slope)(TRN_R(trn_sloped) s)
{
    /* 1/sqrt 2 times 1, and the cosine and sine of 22.5 degrees */
    const TRN_REAL c = (TRN_REAL)0.65328148243818826, d = (TRN_REAL)0.27059805007309849, y = s.y, z = s.z;
    s.x = s.x * (TRN_REAL)0.70710678118654752;
    s.y = c * y - d * z;
    s.z = d * y + c * z;
    return s;
}

/* ---- simplex, 4-D ---------------------------------------------------------------------------------------------------
 * By skewing (Gustavson 2005): cell and fractions of the skewed coordinates, trn_simplex4_place, which also turn the
 * lattice so that no plane of the image is a regular cut through it. (Rows of lattice points along x, as in 3-D, would
 * be 4.5 times stronger in some pixel rows than in others.) Corner c of the simplex is one cell up on the c axes of
 * the largest fractions; ties go to the earlier axis. Times TRN_SIMPLEX4_SCALE. */
TRN_FN TRN_REAL TRN_R(trn_simplex4_corner)(uint32_t h, TRN_REAL x, TRN_REAL y, TRN_REAL z, TRN_REAL w)
{
    float gx, gy, gz, gw;
    TRN_REAL t = (TRN_REAL)0.5 - x * x - y * y - z * z - w * w;
    trn_grad4(h, &gx, &gy, &gz, &gw);
    t = TRN_R(trn_max)(t, (TRN_REAL)0);
    t = t * t;
    return (t * t) * (gx * x + gy * y + gz * z + gw * w);
}
typedef struct TRN_R(trn_simplex4) {
    uint32_t cx, cy, cz, cw;  /* cell */
    TRN_REAL x, y, z, w;      /* from the cell's corner, unskewed */
    int32_t rx, ry, rz, rw;   /* how many of the other fractions are smaller: 0 ... 3, all different */
} TRN_R(trn_simplex4);
TRN_FN TRN_REAL TRN_R(trn_simplex4_add)(uint32_t key, const TRN_R(trn_simplex4) *s, int32_t c) /* corner c = 0 ... 4 */
{
    const TRN_REAL g = (TRN_REAL)c * (TRN_REAL)TRN_UNSKEW4;
    const int32_t ix = s->rx >= 4 - c, iy = s->ry >= 4 - c, iz = s->rz >= 4 - c, iw = s->rw >= 4 - c;
    uint32_t h = trn_mix_core(trn_lattice_w(s->cw + (uint32_t)iw) ^ key);
    h = trn_mix_core(trn_lattice_z(s->cz + (uint32_t)iz) ^ h);
    h = trn_mix_core(trn_lattice_y(s->cy + (uint32_t)iy) ^ h);
    h = trn_mix_core(trn_lattice_x(s->cx + (uint32_t)ix) ^ h);
    return TRN_R(trn_simplex4_corner)(h, s->x - (TRN_REAL)ix + g, s->y - (TRN_REAL)iy + g, s->z - (TRN_REAL)iz + g,
                                      s->w - (TRN_REAL)iw + g);
}
TRN_FN TRN_REAL TRN_R(trn_simplex4_point)(uint32_t key, uint32_t cx, uint32_t cy, uint32_t cz, uint32_t cw, TRN_REAL x,
                                          TRN_REAL y, TRN_REAL z, TRN_REAL w)
{
    const TRN_REAL m = (x + y + z + w) * (TRN_REAL)TRN_UNSKEW4;
    const int32_t xy = x >= y, xz = x >= z, xw = x >= w, yz = y >= z, yw = y >= w, zw = z >= w;
    const TRN_R(trn_simplex4) s = {cx, cy, cz, cw, x - m, y - m, z - m, w - m,
                                   xy + xz + xw, 1 - xy + yz + yw, 2 - xz - yz + zw, 3 - xw - yw - zw};
    /* one after the other, not in a loop: this stands in loops over lanes */
    TRN_REAL n = TRN_R(trn_simplex4_add)(key, &s, 0);
    n = n + TRN_R(trn_simplex4_add)(key, &s, 1);
    n = n + TRN_R(trn_simplex4_add)(key, &s, 2);
    n = n + TRN_R(trn_simplex4_add)(key, &s, 3);
    return n + TRN_R(trn_simplex4_add)(key, &s, 4);
}

/* ---- Worley: one feature point a cell, jitter 0 ... 2 about the centre (Worley 1996). h: the cell's hash, not folded yet;
 * x and y are the halves of the folded word, z and w those of its trn_mix ------------------------------------------- */
TRN_FN TRN_REAL TRN_R(trn_worley_at)(uint32_t part, TRN_REAL jitter)
{
    return (TRN_REAL)0.5 - (TRN_REAL)0.5 * jitter + (TRN_REAL)(int32_t)part * (jitter * (TRN_REAL)(1.0 / 65536.0));
}
TRN_FN TRN_REAL TRN_R(trn_worley_x)(uint32_t h, TRN_REAL jitter) { return TRN_R(trn_worley_at)(trn_mix_fold(h) & 0xffffu, jitter); }
TRN_FN TRN_REAL TRN_R(trn_worley_y)(uint32_t h, TRN_REAL jitter) { return TRN_R(trn_worley_at)(h >> 16, jitter); }
TRN_FN TRN_REAL TRN_R(trn_worley_z)(uint32_t h, TRN_REAL jitter) { return TRN_R(trn_worley_at)(trn_mix_core(h) >> 16, jitter); }
TRN_FN TRN_REAL TRN_R(trn_worley_w)(uint32_t h, TRN_REAL jitter)
{
    return TRN_R(trn_worley_at)(trn_mix_fold(trn_mix_core(h)) & 0xffffu, jitter);
}
/* A distance so far, `rest` (Euclidean: its square), and the difference along one more axis. Axes join in the order w,
 * z, y, x. */
TRN_FN TRN_REAL TRN_R(trn_metric)(int metric, TRN_REAL d, TRN_REAL rest)
{
    TRN_REAL a = d < (TRN_REAL)0 ? -d : d;
    return metric == TRN_EUCLIDEAN ? d * d + rest : metric == TRN_MANHATTAN ? a + rest : TRN_R(trn_max)(a, rest);
}
/* F1 or F2 - F1, from the two smallest results of trn_metric */
TRN_FN TRN_REAL TRN_R(trn_worley_value)(int metric, int second, TRN_REAL f1, TRN_REAL f2)
{
    if (metric == TRN_EUCLIDEAN) {
        f1 = TRN_SQRT(f1);
        f2 = TRN_SQRT(f2);
    }
    return second ? f2 - f1 : f1;
}
/* the point of one cell: (fx, fy, fz, fw) the pixel as seen from the cell's corner */
TRN_FN TRN_REAL TRN_R(trn_worley_tap)(int dims, int metric, uint32_t h, TRN_REAL jitter, TRN_REAL fx, TRN_REAL fy,
                                      TRN_REAL fz, TRN_REAL fw)
{
    TRN_REAL d = 0;
    if (dims == 4) d = TRN_R(trn_metric)(metric, fw - TRN_R(trn_worley_w)(h, jitter), d);
    d = TRN_R(trn_metric)(metric, fz - TRN_R(trn_worley_z)(h, jitter), d);
    d = TRN_R(trn_metric)(metric, fy - TRN_R(trn_worley_y)(h, jitter), d);
    return TRN_R(trn_metric)(metric, fx - TRN_R(trn_worley_x)(h, jitter), d);
}
/* over the cells up to `rings` away in every axis */
TRN_FN TRN_REAL TRN_R(trn_worley_point)(int dims, int metric, int second, int32_t rings, TRN_REAL jitter, uint32_t key,
                                        const uint32_t cell[4], const TRN_REAL fract[4])
{
    const int32_t w_rings = dims == 4 ? rings : 0;
    TRN_REAL f1 = TRN_FAR, f2 = TRN_FAR;
    for (int32_t s = -w_rings; s <= w_rings; ++s) {
        const uint32_t ks = dims == 4 ? trn_mix_core(trn_lattice_w(cell[3] + (uint32_t)s) ^ key) : key;
        for (int32_t r = -rings; r <= rings; ++r) {
            const uint32_t kr = trn_mix_core(trn_lattice_z(cell[2] + (uint32_t)r) ^ ks);
            for (int32_t q = -rings; q <= rings; ++q) {
                const uint32_t kq = trn_mix_core(trn_lattice_y(cell[1] + (uint32_t)q) ^ kr);
                for (int32_t p = -rings; p <= rings; ++p) {
                    const uint32_t h = trn_mix_core(trn_lattice_x(cell[0] + (uint32_t)p) ^ kq);
                    const TRN_REAL d =
                        TRN_R(trn_worley_tap)(dims, metric, h, jitter, fract[0] - (TRN_REAL)p, fract[1] - (TRN_REAL)q,
                                              fract[2] - (TRN_REAL)r, fract[3] - (TRN_REAL)s);
                    f2 = TRN_R(trn_min)(f2, TRN_R(trn_max)(f1, d));
                    f1 = TRN_R(trn_min)(f1, d);
                }
            }
        }
    }
    return TRN_R(trn_worley_value)(metric, second, f1, f2);
}
