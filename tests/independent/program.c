/* A training run and its files in portable C, written from docs/format.md and docs/arithmetic.md alone.

       program V PROMPTS RECORD OUT INVOCATIONS    writes OUT.10, OUT.20, ...; a line each, as program.py prints
       program exp | log                           a binary32 pattern in hex a line, in and out

   It shares no code with the project, nor with program.py, and uses of the C library only files, printing,
   memory and sqrtf. exp and log are evaluated in fixed point of 128 bits, and a result whose rounding the
   bound on its deviation leaves open ends the program. Memory order of the machine plays no part. */

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if FLT_EVAL_METHOD != 0
#error "binary32 is computed in a wider format"
#endif

typedef uint8_t u8;
typedef uint32_t u32;
typedef uint64_t u64;
typedef unsigned __int128 u128;
typedef __int128 i128;

enum { UPDATES = 10, PLANES = 3, DIGEST = 32, HEADER_LIMIT = 1024 };

static const char SCHEMA[] = "bob-raw-pmv-f32-v1|parameter-order:p-then-m-then-v|payload=%zu";
static const char LEARNER[] = "softmax-cross-entropy-mean|adamw:bob-arith-v1|";
static const char DATA[] = "raw-byte-sequence|vocabulary=%zu|prompts=%zu|record=%zu";
static const char INITIALIZATION[] = "bob-seed-v1";
/* Learning rate, beta1, beta2, epsilon, weight decay. */
static const u32 CONSTANTS[5] = {0x3d4ccccd, 0x3f666666, 0x3f7fbe77, 0x322bcc77, 0x3c23d70a};
static const u64 KEY = 0x9384a374baf4f19c;

static void fail(const char *why) {
    fprintf(stderr, "program: %s\n", why);
    exit(1);
}

static float scalar(u32 bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static u32 pattern(float x) {
    u32 bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static u8 *put(u8 *to, u64 number, int n_bytes) {
    for (int i = 0; i < n_bytes; i++) *to++ = (u8)(number >> 8 * i);
    return to;
}

static u64 get(const u8 *from, int n_bytes) {
    u64 number = 0;
    for (int i = 0; i < n_bytes; i++) number |= (u64)from[i] << 8 * i;
    return number;
}

/* --- BLAKE3: the specification's section 2, without a key --------------------------------------------- */

enum { CHUNK_START = 1, CHUNK_END = 2, PARENT = 4, ROOT = 8, BLOCK = 64, CHUNK = 1024 };

static const u32 IV[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                          0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
static const int PERMUTATION[16] = {2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8};

static u32 rotated(u32 x, int n) { return x >> n | x << (32 - n); }

static void quarter(u32 *s, int a, int b, int c, int d, u32 x, u32 y) {
    s[a] += s[b] + x;
    s[d] = rotated(s[d] ^ s[a], 16);
    s[c] += s[d];
    s[b] = rotated(s[b] ^ s[c], 12);
    s[a] += s[b] + y;
    s[d] = rotated(s[d] ^ s[a], 8);
    s[c] += s[d];
    s[b] = rotated(s[b] ^ s[c], 7);
}

static void compress(u32 *chaining, const u8 *block, u64 counter, u32 length, u32 flags) {
    u32 m[16], s[16], permuted[16];
    for (int i = 0; i < 16; i++) m[i] = (u32)get(block + 4 * i, 4);
    memcpy(s, chaining, 32);
    memcpy(s + 8, IV, 16);
    s[12] = (u32)counter, s[13] = (u32)(counter >> 32), s[14] = length, s[15] = flags;
    for (int round = 0; round < 7; round++) {
        for (int i = 0; i < 4; i++) quarter(s, i, 4 + i, 8 + i, 12 + i, m[2 * i], m[2 * i + 1]);
        for (int i = 0; i < 4; i++)
            quarter(s, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4, m[8 + 2 * i], m[9 + 2 * i]);
        for (int i = 0; i < 16; i++) permuted[i] = m[PERMUTATION[i]];
        memcpy(m, permuted, sizeof m);
    }
    for (int i = 0; i < 8; i++) chaining[i] = s[i] ^ s[i + 8];
}

static void hash_chunk(const u8 *from, size_t n, u64 counter, u32 root, u32 *chaining) {
    memcpy(chaining, IV, sizeof IV);
    for (size_t i = 0; i == 0 || i < n; i += BLOCK) {
        u8 block[BLOCK] = {0};
        size_t length = n - i < BLOCK ? n - i : BLOCK;
        memcpy(block, from + i, length);
        u32 last = i + BLOCK >= n ? CHUNK_END | root : 0;
        compress(chaining, block, counter, (u32)length, (i == 0 ? CHUNK_START : 0) | last);
    }
}

static void hash_tree(const u8 *from, size_t n, u64 counter, u32 root, u32 *chaining) {
    if (n <= CHUNK) {
        hash_chunk(from, n, counter, root, chaining);
        return;
    }
    size_t left = CHUNK;
    while (2 * left < n) left *= 2;
    u32 children[16];
    u8 block[BLOCK];
    hash_tree(from, left, counter, 0, children);
    hash_tree(from + left, n - left, counter + left / CHUNK, 0, children + 8);
    for (int i = 0; i < 16; i++) put(block + 4 * i, children[i], 4);
    memcpy(chaining, IV, sizeof IV);
    compress(chaining, block, 0, BLOCK, PARENT | root);
}

static void digest(const u8 *from, size_t n, u8 *to) {
    u32 words[8];
    hash_tree(from, n, 0, ROOT, words);
    for (int i = 0; i < 8; i++) to = put(to, words[i], 4);
}

/* --- exp and log, correctly rounded: docs/arithmetic.md, "Operations" --------------------------------- */

/* Fixed point has 120 fraction bits in exp and 100 in log; TERMS of a series leave less than one unit. */
enum { EXP_BITS = 120, LOG_BITS = 100, TERMS = 34 };
/* ln 2 to 120 bits, rounded down. A result deviates by less than 2^12 units of its own format. */
static const u128 LN2 = (u128)0xb17217f7d1cf79 << 64 | 0xabc9e3b39803f2f6;
static const u128 DEVIATION = (u128)1 << 12;
static u128 inverse_factorial[TERMS];

static u128 product(u128 a, u128 b) {
    u64 a0 = (u64)a, a1 = (u64)(a >> 64), b0 = (u64)b, b1 = (u64)(b >> 64);
    u128 low = (u128)a0 * b0, x = (u128)a0 * b1, y = (u128)a1 * b0, high = (u128)a1 * b1;
    u128 middle = (low >> 64) + (u64)x + (u64)y;
    high += (x >> 64) + (y >> 64) + (middle >> 64);
    return high << (128 - EXP_BITS) | ((middle << 64 | (u64)low) >> EXP_BITS);
}

/* value 2^-bits, value > 0, as a pattern without a sign; ties cannot occur. */
static u32 rounded(u128 value, int bits) {
    int top = 127;
    while (!(value >> top)) top--;
    int exponent = top - bits, kept = exponent < -126 ? 24 + 126 + exponent : 24;
    if (exponent > 127) return 0x7f800000;
    if (kept < 0) return 0;
    int dropped = top + 1 - kept;
    u128 half = (u128)1 << (dropped - 1), rest = value & (2 * half - 1);
    if ((rest > half ? rest - half : half - rest) <= DEVIATION) fail("exp or log: which is nearer stays open");
    u32 mantissa = (u32)(dropped == 128 ? 0 : value >> dropped) + (rest > half);
    /* A carry out of the mantissa goes on into the exponent, as it should. */
    return exponent < -126 ? mantissa : ((u32)(exponent + 126) << 23) + mantissa;
}

static float exponential(float x) {
    u32 bits = pattern(x), magnitude = bits & 0x7fffffff;
    if (magnitude > 0x7f800000) return x;
    if (magnitude == 0) return 1;
    /* From 2^7 on: beyond the largest number, or below half of the least. */
    if (magnitude >= 0x43000000) return bits >> 31 ? 0 : scalar(0x7f800000);
    int exponent = (int)(magnitude >> 23);
    u32 mantissa = (magnitude & 0x7fffff) | (exponent ? 0x800000 : 0);
    int shift = EXP_BITS + (exponent ? exponent : 1) - 150;
    i128 fixed = shift >= 0 ? (i128)mantissa << shift : shift > -32 ? mantissa >> -shift : 0;
    /* What is cut off is less than a unit. It may be all of x, and e^x is then nearest to 1. */
    if (fixed == 0) return 1;
    if (bits >> 31) fixed = -fixed;
    i128 k = fixed / (i128)LN2;
    if (k * (i128)LN2 > fixed) k--;
    u128 rest = (u128)(fixed - k * (i128)LN2), sum = 0;
    for (int i = TERMS - 1; i >= 0; i--) sum = product(sum, rest) + inverse_factorial[i];
    return scalar(rounded(sum, EXP_BITS - (int)k));
}

static float logarithm(float x) {
    u32 bits = pattern(x);
    if ((bits & 0x7fffffff) == 0) return scalar(0xff800000);
    if (bits > 0x7f800000) return scalar(0x7fc00000);
    if (bits == 0x7f800000) return x;
    if (bits == 0x3f800000) return 0;
    int exponent = (int)(bits >> 23) - 127;
    u32 mantissa = bits & 0x7fffff;
    if (exponent == -127) {
        for (exponent = -126; !(mantissa >> 23); exponent--) mantissa <<= 1;
        mantissa &= 0x7fffff;
    }
    /* log m = 2 artanh z, z = (m - 1) / (m + 1), from 0 to below 1/3 */
    u128 z = ((u128)mantissa << LOG_BITS) / (mantissa + 0x1000000u);
    u128 square = product(z << (EXP_BITS - LOG_BITS), z), power = z, sum = 0;
    for (int i = 0; i < TERMS; i++) {
        sum += power / (unsigned)(2 * i + 1);
        power = product(power << (EXP_BITS - LOG_BITS), square);
    }
    i128 fixed = 2 * (i128)sum + exponent * (i128)(LN2 >> (EXP_BITS - LOG_BITS));
    u32 sign = fixed < 0 ? 0x80000000 : 0;
    return scalar(sign | rounded((u128)(fixed < 0 ? -fixed : fixed), LOG_BITS));
}

static void prepare_series(void) {
    inverse_factorial[0] = (u128)1 << EXP_BITS;
    for (unsigned i = 1; i < TERMS; i++) inverse_factorial[i] = inverse_factorial[i - 1] / i;
}

/* --- One update: docs/arithmetic.md, "Gradient of row b" and "One update" ------------------------------ */

typedef struct {
    size_t vocabulary, prompts, record_bytes, scalars;
    u8 *record;
    float *planes, *gradient, *terms, *losses, *norms;
    u64 step;
} run;

static float halving_sum(float *a, size_t n) {
    while (n > 1) {
        size_t half = (n + 1) / 2;
        for (size_t i = 0; i < n - half; i++) a[i] = a[i] + a[i + half];
        n = half;
    }
    return a[0];
}

static float bias_correction(float beta, u64 t) {
    double r = 1, q = beta;
    for (; t > 0; t /= 2) {
        if (t % 2 == 1) r = r * q;
        q = q * q;
    }
    return (float)(1 / (1 - r));
}

static void row_gradient(run *state, size_t b) {
    size_t n = state->vocabulary;
    const float *x = state->planes + b * n;
    float *g = state->gradient + b * n, inverse = 1 / (float)n, top = x[0];
    size_t target = (size_t)get(state->record + 16 + 2 * n + 4 * b, 4);
    for (size_t j = 1; j < n; j++) top = x[j] > top ? x[j] : top;
    for (size_t j = 0; j < n; j++) state->terms[j] = g[j] = exponential(x[j] - top);
    float s = halving_sum(state->terms, n);
    for (size_t j = 0; j < n; j++) {
        float share = g[j] / s;
        g[j] = (share - (j == target ? 1.0f : 0.0f)) * inverse;
        state->terms[j] = g[j] * g[j];
    }
    state->norms[b] = halving_sum(state->terms, n);
    state->losses[b] = logarithm(s) - (x[target] - top);
}

static void require_storable(const run *state) {
    for (size_t i = 0; i < PLANES * state->scalars; i++) {
        u32 bits = pattern(state->planes[i]);
        int negative = i >= 2 * state->scalars && bits > 0x80000000;
        if ((bits & 0x7fffffff) < 0x7f800000 && !negative) continue;
        fprintf(stderr, "plane %c, place %zu, update %llu: %08x\n", "PMV"[i / state->scalars],
                i % state->scalars, (unsigned long long)state->step, (unsigned)bits);
        exit(1);
    }
}

static void update(run *state, float *loss, float *norm) {
    size_t n = state->vocabulary;
    for (size_t b = 0; b < n; b++) row_gradient(state, b);
    *loss = halving_sum(state->losses, n) * (1 / (float)n);
    *norm = sqrtf(halving_sum(state->norms, n));
    state->step++;
    float lr = scalar(CONSTANTS[0]), beta1 = scalar(CONSTANTS[1]), beta2 = scalar(CONSTANTS[2]);
    float epsilon = scalar(CONSTANTS[3]), wd = scalar(CONSTANTS[4]), u1 = 1 - beta1, u2 = 1 - beta2;
    float c1 = bias_correction(beta1, state->step), c2 = bias_correction(beta2, state->step);
    float *p = state->planes, *m = p + state->scalars, *v = m + state->scalars;
    for (size_t i = 0; i < state->scalars; i++) {
        float g = state->gradient[i];
        m[i] = beta1 * m[i] + u1 * g;
        v[i] = beta2 * v[i] + u2 * (g * g);
        float h = (m[i] * c1) / (sqrtf(v[i] * c2) + epsilon);
        p[i] = p[i] - lr * (h + wd * p[i]);
    }
    require_storable(state);
}

/* --- Initialization: docs/arithmetic.md ---------------------------------------------------------------- */

static void philox(u64 counter, u64 *x) {
    u64 a = KEY, b = 0;
    x[0] = counter, x[1] = x[2] = x[3] = 0;
    for (int round = 0; round < 10; round++) {
        u128 first = (u128)0xca5a826395121157 * x[2], second = (u128)0xd2e7470ee14c6c93 * x[0];
        x[0] = (u64)(first >> 64) ^ x[1] ^ a;
        x[1] = (u64)first;
        x[2] = (u64)(second >> 64) ^ x[3] ^ b;
        x[3] = (u64)second;
        a += 0x9e3779b97f4a7c15;
        b += 0xbb67ae8584caa73b;
    }
}

static void initialise(run *state) {
    u64 words[4];
    for (size_t i = 0; i < state->scalars; i++) {
        if (i % 4 == 0) philox(i / 4 + 1, words);
        state->planes[i] = (float)((int32_t)(words[i % 4] >> 40) - 0x800000) * 0x1p-28f;
    }
}

/* --- Files: docs/format.md ------------------------------------------------------------------------------ */

static void *zeroed(size_t count, size_t size) {
    void *place = calloc(count, size);
    if (place == NULL) fail("no memory");
    return place;
}

static void read_record(run *state, const char *path) {
    FILE *file = fopen(path, "rb");
    state->record_bytes = 16 + 6 * state->vocabulary + 4 * state->prompts;
    state->record = zeroed(state->record_bytes + 1, 1);
    if (file == NULL || fread(state->record, 1, state->record_bytes + 1, file) != state->record_bytes)
        fail("the record is not there or has another length");
    fclose(file);
    if (memcmp(state->record, "BOBINPUT\1\0\0\0\0\0\0\0", 16) != 0) fail("no input record of version 1");
    for (size_t b = 0; b < state->vocabulary; b++)
        if (get(state->record + 16 + 2 * state->vocabulary + 4 * b, 4) >= state->vocabulary)
            fail("a target is not below the vocabulary");
}

static u8 *put_part(u8 *to, const void *part, size_t n_bytes) {
    to = put(to, n_bytes, 4);
    memcpy(to, part, n_bytes);
    return to + n_bytes;
}

static u8 *put_parts(u8 *to, const run *state, size_t payload_bytes) {
    char text[160];
    to = put_part(to, text, (size_t)snprintf(text, sizeof text, SCHEMA, payload_bytes));
    size_t length = sizeof LEARNER - 1;
    memcpy(text, LEARNER, length);
    for (int i = 0; i < 5; i++) put((u8 *)text + length + 4 * i, CONSTANTS[i], 4);
    to = put_part(to, text, length + 20);
    to = put_part(to, text, (size_t)snprintf(text, sizeof text, DATA, state->vocabulary, state->prompts,
                                             state->record_bytes));
    return put_part(to, INITIALIZATION, sizeof INITIALIZATION - 1);
}

/* Writes the file and leaves its header digest in `parent`. */
static void write_checkpoint(const run *state, u8 *parent, const char *path) {
    size_t chunk_bytes = 4 * state->scalars, payload_bytes = PLANES * chunk_bytes;
    u8 header[HEADER_LIMIT] = {0}, *payload = zeroed(payload_bytes, 1);
    for (size_t i = 0; i < PLANES * state->scalars; i++) put(payload + 4 * i, pattern(state->planes[i]), 4);
    memcpy(header, "BOBCKPT1", 8);
    digest(state->record, state->record_bytes, header + 64);
    memcpy(header + 96, parent, DIGEST);
    u8 *end = put_parts(header + 128, state, payload_bytes);
    for (int i = 0; i < PLANES; i++, end += DIGEST) digest(payload + (size_t)i * chunk_bytes, chunk_bytes, end);
    size_t header_bytes = ((size_t)(end - header) + DIGEST + 63) / 64 * 64;
    u64 numbers[7] = {1, header_bytes, payload_bytes, chunk_bytes, PLANES, state->step, UPDATES};
    for (int i = 0; i < 7; i++) put(header + 8 + 8 * i, numbers[i], 8);
    digest(header, header_bytes - DIGEST, parent);
    memcpy(header + header_bytes - DIGEST, parent, DIGEST);
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(header, 1, header_bytes, file) != header_bytes ||
        fwrite(payload, 1, payload_bytes, file) != payload_bytes || fclose(file) != 0)
        fail("the checkpoint cannot be written");
    free(payload);
}

static int map(float (*function)(float)) {
    unsigned bits;
    while (scanf("%x", &bits) == 1) printf("%08x\n", (unsigned)pattern(function(scalar(bits))));
    return 0;
}

int main(int count, char **arguments) {
    prepare_series();
    if (count == 2 && strcmp(arguments[1], "exp") == 0) return map(exponential);
    if (count == 2 && strcmp(arguments[1], "log") == 0) return map(logarithm);
    if (count != 6) fail("say V, PROMPTS, RECORD, OUT and INVOCATIONS");
    run state = {.vocabulary = strtoul(arguments[1], NULL, 10), .prompts = strtoul(arguments[2], NULL, 10)};
    if (state.vocabulary < 1 || state.vocabulary > 256 || state.prompts > 65536) fail("V or PROMPTS is not allowed");
    state.scalars = state.vocabulary * state.vocabulary;
    state.planes = zeroed(PLANES * state.scalars, sizeof(float));
    state.gradient = zeroed(state.scalars, sizeof(float));
    float *rows = zeroed(3 * state.vocabulary, sizeof(float));
    state.terms = rows, state.losses = rows + state.vocabulary, state.norms = rows + 2 * state.vocabulary;
    read_record(&state, arguments[3]);
    initialise(&state);
    u8 parent[DIGEST] = {0};
    for (unsigned long left = strtoul(arguments[5], NULL, 10); left > 0; left--) {
        float loss = 0, norm = 0;
        char path[4096];
        for (int i = 0; i < UPDATES; i++) update(&state, &loss, &norm);
        snprintf(path, sizeof path, "%s.%llu", arguments[4], (unsigned long long)state.step);
        write_checkpoint(&state, parent, path);
        printf("%llu %08x %08x ", (unsigned long long)state.step, (unsigned)pattern(loss), (unsigned)pattern(norm));
        for (int i = 0; i < DIGEST; i++) printf("%02x", parent[i]);
        printf("\n");
    }
    return 0;
}
