/* The kernels again, in C, as a measure of speed: the same operations in the same structure, so the same bits.
 *
 * Beside them stand two bounds: `divider`, a root and two divisions a scalar and nothing else, in the first cache,
 * and `read_modify_write`, the memory traffic of AdamW with next to no arithmetic. docs/arithmetic.md says what is
 * computed. Sums are halving trees; a row makes all of its updates before the next. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#define FOR(i, n) for (int64_t i = 0; i < (n); i++)

typedef float *restrict Scalars;
typedef double *restrict Wide;

static const double LN2 = 0x1.62e42fefa39efp-1, LN2_HIGH = 0x1.62e42feep-1, LN2_LOW = 0x1.a39ef35793c76p-33;
static const double PER_LN2 = 0x1.71547652b82fep+0, SHIFTER = 0x1.8p+52, SQRT2 = 0x1.6a09e667f3bcdp+0;
static const double C2 = 0x1.ffffffffffed2p-2, C3 = 0x1.55555555507c5p-3, C4 = 0x1.55555555890bfp-5,
                    C5 = 0x1.11111125b3e47p-7, C6 = 0x1.6c16c0c831ce8p-10, C7 = 0x1.a0198d585c94ap-13,
                    C8 = 0x1.a01b7c4deaf70p-16, C9 = 0x1.72e91aefc6956p-19, C10 = 0x1.2707a770dc38cp-22;

static inline double scaled(double z, double shifted) {
    int64_t bits, k;
    memcpy(&bits, &z, sizeof bits);
    memcpy(&k, &shifted, sizeof k);
    bits = (int64_t)((uint64_t)bits + ((uint64_t)k << 52));
    memcpy(&z, &bits, sizeof z);
    return z;
}

/* log of a sum that is at least one. */
static float log_of(float x) {
    int exponent;
    double f = frexp(x, &exponent) * 2, k = exponent - 1;
    if (f > SQRT2) f *= 0.5, k += 1;
    double s = (float)((f - 1) / (f + 1));
    double rest = ((f - 1) - s * (f + 1)) / (f + 1), r = s + rest, z = r * r, q = 2.0 / 23;
    for (int i = 21; i > 2; i -= 2) q = 2.0 / i + z * q;
    double large = k * LN2_HIGH + 2 * s;
    double small = (2 * s - (large - k * LN2_HIGH)) + (k * LN2_LOW + (2 * rest + r * z * q));
    double high = large + small, low = small - (high - large);
    float near = (float)high;
    double gap = high - near;
    float other = (float)(high + gap);
    return near != other && other == high + gap && (low > 0) == (gap > 0) ? other : near;
}

static float correction(float beta, uint64_t t) {
    double power = 1, square = beta;
    for (; t; t >>= 1, square *= square)
        if (t & 1) power *= square;
    return (float)(1 / (1 - power));
}

#define TREE(name, leaf, combine)                                                   \
    static float name(const float *restrict source, Scalars work, int64_t n) {      \
        int64_t half = (n + 1) / 2;                                                 \
        FOR(i, n - half) { float a = leaf(source[i]), b = leaf(source[i + half]); work[i] = combine(a, b); } \
        if (n - half < half) work[half - 1] = leaf(source[half - 1]);               \
        for (n = half; n > 1; n = half) {                                           \
            half = (n + 1) / 2;                                                     \
            const float *restrict upper = work + half;                              \
            FOR(i, n - half) work[i] = combine(work[i], upper[i]);                  \
        }                                                                           \
        return work[0];                                                             \
    }
#define SAME(x) (x)
#define SQUARE(x) ((x) * (x))
#define PLUS(a, b) ((a) + (b))
#define LARGER(a, b) ((a) > (b) ? (a) : (b))
TREE(total, SAME, PLUS)
TREE(total_of_squares, SQUARE, PLUS)
TREE(greatest, SAME, LARGER)

typedef struct { float lr, beta1, beta2, epsilon, wd, c1, c2; } Constants;

#define STEP(p, m, v, g, i, k)                                                      \
    do {                                                                            \
        float m_ = (k).beta1 * (m)[i] + (1 - (k).beta1) * (g);                      \
        float v_ = (k).beta2 * (v)[i] + (1 - (k).beta2) * ((g) * (g));              \
        float h_ = (m_ * (k).c1) / (sqrtf(v_ * (k).c2) + (k).epsilon);              \
        (p)[i] -= (k).lr * (h_ + (k).wd * (p)[i]);                                  \
        (m)[i] = m_;                                                                \
        (v)[i] = v_;                                                                \
    } while (0)

static int row(Scalars p, Scalars m, Scalars v, Scalars g, Scalars hits, Scalars work, Wide r, Wide shifted,
               int64_t target, int64_t n, Constants k, float *out, int64_t stride) {
    float top = greatest(p, work, n), inverse = 1.0f / n;
    FOR(j, n) {
        float x = p[j] - top;
        x = x < -110.0f ? -110.0f : x;
        double y = x, t = y * PER_LN2 + SHIFTER;
        r[j] = y - (t - SHIFTER) * LN2;
        shifted[j] = t;
    }
    FOR(j, n) {
        double a = r[j], z = a * a, low = (C2 + a * C3) + z * (C4 + a * C5);
        double high = (C6 + a * C7) + z * ((C8 + a * C9) + z * C10);
        g[j] = (float)scaled((1 + a) + z * (low + (z * z) * high), shifted[j]);
    }
    float s = total(g, work, n);
    out[0] = s;
    out[stride] = p[target] - top;
    uint32_t worst = 0;
    FOR(j, n) {
        float g_j = (g[j] / s - hits[j]) * inverse;
        uint32_t size, sign;
        STEP(p, m, v, g_j, j, k);
        g[j] = g_j;
        memcpy(&size, p + j, sizeof size);
        memcpy(&sign, v + j, sizeof sign);
        size &= 0x7fffffff;
        worst = worst > size ? worst : size;
        worst = worst > sign ? worst : sign;
    }
    out[2 * stride] = total_of_squares(g, work, n);
    return worst >= 0x7f800000;
}

/* All updates of a table of n x n; trace [2, n_updates]; scratch as `signatures` says for rows, training, summary.
 * Gives 1 if a scalar was lost. */
int64_t twin_train(float *p, float *m, float *v, const uint32_t *targets, int64_t n, float lr, float beta1,
                   float beta2, float epsilon, float wd, uint64_t first_update, int64_t n_updates, float *rows,
                   float *trace, float *scratch) {
    scratch += (-(uintptr_t)scratch & 63) / sizeof *scratch;
    double *wide = (double *)scratch;
    float *g = scratch + 4 * n, *hits = g + n, *work = hits + n, *corrections = work + (n + 1) / 2;
    int64_t stride = n_updates * n, lost = 0;
    FOR(k, n_updates) {
        corrections[k] = correction(beta1, first_update + k);
        corrections[n_updates + k] = correction(beta2, first_update + k);
    }
    FOR(j, n) hits[j] = 0;
    FOR(b, n) {
        hits[targets[b]] = 1;
        FOR(k, n_updates) {
            Constants c = {lr, beta1, beta2, epsilon, wd, corrections[k], corrections[n_updates + k]};
            lost |= row(p + b * n, m + b * n, v + b * n, g, hits, work, wide, wide + n, targets[b], n, c,
                        rows + k * n + b, stride);
        }
        hits[targets[b]] = 0;
    }
    FOR(k, n_updates) {
        float inverse = 1.0f / n, *terms = scratch;
        FOR(b, n) terms[b] = log_of(rows[k * n + b]) - rows[stride + k * n + b];
        trace[k] = total(terms, scratch + n, n) * inverse;
        trace[n_updates + k] = sqrtf(total(rows + 2 * stride + k * n, scratch + n, n));
    }
    return lost;
}

void twin_adamw(Scalars p, Scalars m, Scalars v, const float *restrict g, int64_t count, float lr, float beta1,
                float beta2, float epsilon, float wd, float c1, float c2) {
    Constants k = {lr, beta1, beta2, epsilon, wd, c1, c2};
    FOR(i, count) { float g_i = g[i]; STEP(p, m, v, g_i, i, k); }
}

/* A root and two divisions for each of `count` scalars, a multiple of 1024, none waiting for another. */
float divider(int64_t count) {
    static float x[1024], y[1024], z[1024], out[1024];
    if (!x[0]) FOR(i, 1024) x[i] = 1.1f + i * 1e-3f, y[i] = 1.3f + i * 7e-4f, z[i] = 1.7f + i * 3e-4f;
    for (; count > 0; count -= 1024) {
        FOR(i, 1024) out[i] = sqrtf(x[i]) + x[i] / y[i] + x[i] / z[i];
        __asm__ volatile("" ::: "memory");
    }
    return out[0];
}

/* Reads four streams and writes three of them, as AdamW does. */
void read_modify_write(Scalars p, Scalars m, Scalars v, const float *restrict g, int64_t count) {
    FOR(i, count) { p[i] += g[i]; m[i] += g[i]; v[i] += g[i]; }
}
