/* sdf.h - signed distances from (x, y) to figures of the plane: negative inside, positive outside. Exact Euclidean distances on
 * both sides, up to rounding. Lengths are at least 0. Figures without an area have distances that are nowhere negative. */
#ifndef TRN_MATH_SDF_H
#define TRN_MATH_SDF_H
#include "math/trig.h"

/* Straight edges from vertex to vertex: `count` of them, between count + 1 vertices. */
enum { TRN_SDF_EDGES = 48 };
typedef struct trn_edges {
    int32_t count;
    double x[TRN_SDF_EDGES + 1], y[TRN_SDF_EDGES + 1];
    double inverse[TRN_SDF_EDGES]; /* of the edge's squared length; 0 where it has none */
} trn_edges;

TRN_FN double trn_sdf_square(double x) { return x * x; }

/* Squared distance from (x, y) to the segment from (ax, ay) to (bx, by) */
TRN_FN double trn_sdf_segment2(double x, double y, double ax, double ay, double bx, double by, double inverse)
{
    const double dx = bx - ax, dy = by - ay, px = x - ax, py = y - ay;
    const double t = trn_saturate((px * dx + py * dy) * inverse);
    return trn_sdf_square(px - dx * t) + trn_sdf_square(py - dy * t);
}
TRN_FN double trn_sdf_inverse(double ax, double ay, double bx, double by)
{
    const double d = trn_sdf_square(bx - ax) + trn_sdf_square(by - ay);
    return d > 1e-280 ? 1.0 / d : 0.0;
}
/* Positive to the left of the line through a and b, as seen along it. */
TRN_FN double trn_sdf_side(double x, double y, double ax, double ay, double bx, double by)
{
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
}

/* Any polygon; the last vertex repeats the first. What a ray to the right crosses an odd number of times is inside. */
TRN_FN double trn_sdf_polygon(double x, double y, const trn_edges *e)
{
    double nearest = INFINITY;
    int inside = 0;
    for (int32_t i = 0; i < e->count; ++i) {
        const double ax = e->x[i], ay = e->y[i], bx = e->x[i + 1], by = e->y[i + 1];
        nearest = trn_min(trn_sdf_segment2(x, y, ax, ay, bx, by, e->inverse[i]), nearest);
        inside ^= ((ay > y) != (by > y)) & ((trn_sdf_side(x, y, ax, ay, bx, by) > 0.0) == (by > ay));
    }
    return inside ? -sqrt(nearest) : sqrt(nearest);
}

/* What eight mirrors make of edges from the right (y = 0) counter-clockwise to the diagonal, as seen from the origin. */
TRN_FN double trn_sdf_octants(double x, double y, const trn_edges *e)
{
    const double u = trn_max(fabs(x), fabs(y)), v = trn_min(fabs(x), fabs(y));
    double nearest = INFINITY;
    int inside = 0;
    for (int32_t i = 0; i < e->count; ++i) {
        const double ax = e->x[i], ay = e->y[i], bx = e->x[i + 1], by = e->y[i + 1];
        nearest = trn_min(trn_sdf_segment2(u, v, ax, ay, bx, by, e->inverse[i]), nearest);
        inside |= (ax * v - ay * u >= 0.0) & (u * by - v * bx >= 0.0) & (trn_sdf_side(u, v, ax, ay, bx, by) > 0.0);
    }
    return inside ? -sqrt(nearest) : sqrt(nearest);
}

TRN_FN double trn_sdf_circle(double x, double y, double radius) { return trn_hypot(x, y) - radius; }
TRN_FN double trn_sdf_ring(double x, double y, double middle, double half) { return fabs(trn_hypot(x, y) - middle) - half; }

/* Parts of circles and rings, even about +y; (sine, cosine) is the direction in which they end on the right, of half the angle that
 * they cover, which is more than 0. */
typedef struct trn_sector { double beside, along; int inside; } trn_sector;
TRN_FN trn_sector trn_sdf_sector_of(double x, double y, double sine, double cosine)
{
    const double u = fabs(x), beside = u * cosine - y * sine;
    return (trn_sector){beside, u * sine + y * cosine, beside <= 0.0};
}
TRN_FN double trn_sdf_sector(double x, double y, double radius, double sine, double cosine)
{
    const trn_sector s = trn_sdf_sector_of(x, y, sine, cosine);
    const double cut = trn_hypot(s.beside, s.along - trn_clamp(s.along, 0.0, radius));
    return s.inside ? trn_max(trn_hypot(x, y) - radius, -cut) : cut;
}
TRN_FN double trn_sdf_arc(double x, double y, double middle, double half, double sine, double cosine)
{
    const trn_sector s = trn_sdf_sector_of(x, y, sine, cosine);
    const double ring = trn_sdf_ring(x, y, middle, half);
    const double cut = trn_hypot(s.beside, trn_max(fabs(s.along - middle) - half, 0.0));
    return s.inside ? (ring < 0.0 ? trn_max(ring, -cut) : ring) : cut;
}
/* With round ends. Where the gap is so narrow that they overlap, the outline has two notches on the y axis. */
TRN_FN double trn_sdf_round_arc(double x, double y, double middle, double half, double sine, double cosine)
{
    const trn_sector s = trn_sdf_sector_of(x, y, sine, cosine);
    const double end_x = middle * sine, end_y = middle * cosine, u = fabs(x);
    const double px = u - end_x, py = y - end_y, length = trn_hypot(px, py), end = length - half;
    const double notch = sqrt(trn_max(half * half - end_x * end_x, 0.0));
    const double to_notch = trn_hypot(u, fabs(py) - notch);
    const int overlaps = (end < 0.0) & (end_x * length + half * px < 0.0); /* the nearest point of this end lies in the other one */
    return s.inside ? trn_sdf_ring(x, y, middle, half) : overlaps ? -to_notch : end;
}

/* Half sizes and the radius of the corner in (x, y)'s quadrant, at most the lesser half size */
TRN_FN double trn_sdf_box(double x, double y, double half_x, double half_y, double corner)
{
    const double u = fabs(x) - half_x + corner, v = fabs(y) - half_y + corner;
    const double within = trn_max(u, v), beyond = trn_hypot(trn_max(u, 0.0), trn_max(v, 0.0));
    return (within < 0.0 ? within : beyond) - corner;
}

/* From a disc of radius r0 at the origin to one of r1, `length` upwards, with the tangents between; slope = (r0 - r1)/length, in (-1, 1).
 * With length 0, slope 0 and r0 = r1: the disc. A negative radius is the distance from the line less that. */
TRN_FN double trn_sdf_line(double x, double y, double length, double r0, double r1, double slope)
{
    const double u = fabs(x), steep = sqrt(1.0 - slope * slope), t = y * steep - u * slope;
    return t < 0.0 ? trn_hypot(u, y) - r0 : t > length * steep ? trn_hypot(u, y - length) - r1 : (u * steep + y * slope) - r0;
}

/* A star with a point upwards at radius (above 0) of n; (dent_x, dent_y) is the dent to the right of it. A regular polygon's dent is the
 * middle of its edge. The plane is folded into one of 2n wedges, which holds the whole wedge's nearest point, by mirrors. */
TRN_FN double trn_sdf_star(double x, double y, double radius, double n, double dent_x, double dent_y, double inverse)
{
    const double turn = trn_atan2(x, y), folded = turn - trn_rint(turn * n) / n, length = trn_hypot(x, y);
    double sine, cosine;
    trn_sincos(fabs(folded), &sine, &cosine);
    const double u = length * sine, v = length * cosine;
    const double d = sqrt(trn_sdf_segment2(u, v, 0.0, radius, dent_x, dent_y, inverse));
    return trn_sdf_side(u, v, 0.0, radius, dent_x, dent_y) < 0.0 ? -d : d;
}

/* Arcs of radius `big` below, 2 big - top at the sides and `top` above, each going over into the next smoothly; top <= big */
TRN_FN double trn_sdf_egg(double x, double y, double big, double top)
{
    const double root3 = 1.7320508075688772, u = fabs(x), r = big - top;
    const double below = trn_hypot(u, y) - big, above = trn_hypot(u, y - root3 * r) - top, beside = trn_hypot(u + r, y) - (big + r);
    return y < 0.0 ? below : root3 * (u + r) < y ? above : beside;
}

/* A disc less the disc of radius `inner` around (offset, 0). The two circles meet at (tip_x, +-tip_y); tip_x = tip_y = 0 where they do not.
 * Where nothing is left it is positive everywhere. */
TRN_FN double trn_sdf_moon(double x, double y, double outer, double inner, double offset, double tip_x, double tip_y)
{
    const double v = fabs(y);
    const int at_tip = offset * (x * tip_y - v * tip_x) > offset * offset * trn_max(tip_y - v, 0.0);
    const double tip = trn_hypot(x - tip_x, v - tip_y);
    const double body = trn_max(trn_hypot(x, v) - outer, inner - trn_hypot(x - offset, v));
    return at_tip ? tip : body;
}

/* Two arcs that meet at (0, +-half) and lie `wide` <= half from the y axis; shift = (half^2 - wide^2)/(2 wide), how far their centres lie
 * behind it. What cancels for flat ones is divided out. */
TRN_FN double trn_sdf_vesica(double x, double y, double half, double wide, double shift)
{
    const double u = fabs(x), v = fabs(y);
    const double side = ((u * u + v * v - half * half) + 2.0 * u * shift) / (trn_hypot(u + shift, v) + (shift + wide));
    return (v - half) * shift > u * half ? trn_hypot(u, v - half) : side;
}

/* Arms that end `reach` from the middle and are 2 half wide, their inner corners rounded by `fillet` <= reach - half */
TRN_FN double trn_sdf_cross(double x, double y, double reach, double half, double fillet)
{
    const double u = trn_max(fabs(x), fabs(y)), v = trn_min(fabs(x), fabs(y)), from = half + fillet;
    const double end = trn_hypot(u - reach, trn_max(v - half, 0.0)), edge = trn_hypot(u - trn_clamp(u, from, reach), v - half);
    const int in_corner = (u < from) & (v < from);
    const double arc = fillet - trn_hypot(u - from, v - from); /* positive between the arms */
    const double nearest = trn_min(in_corner ? fabs(arc) : edge, end);
    const int inside = in_corner ? (arc < 0.0) & (u <= reach) : (u <= reach) & (v <= half);
    return inside ? -nearest : nearest;
}

/* A rectangle with half a disc of its width on top */
TRN_FN double trn_sdf_arch(double x, double y, double half_x, double half_y)
{
    const double u = fabs(x) - half_x, v = -half_y - y;
    const double within = trn_max(u, v), beyond = trn_hypot(trn_max(u, 0.0), trn_max(v, 0.0));
    return y > half_y ? trn_max(trn_hypot(x, y - half_y) - half_x, v) : within < 0.0 ? within : beyond;
}
#endif
