/* What a machine without a system does: a run by Bob's kernels, whose planes go to the parallel port.

   V, INVOCATIONS, UPDATES, TRAIN_ROWS (where the kernel begins in `kernels`) and the constants are defined by
   who compiles this. After each invocation the planes P, M and V are written, little-endian, 12 V^2 bytes. */

#include <stdint.h>

typedef int64_t train_rows(float *, float *, float *, const uint32_t *, int64_t, int64_t, int64_t, float, float,
                           float, float, float, uint64_t, int64_t, float *, float *);

extern const uint8_t kernels[];
extern const uint32_t plane[], targets[];

enum { SCALARS = V * V };
/* Far above what was loaded, and below the first GiB, which is all that is mapped. */
static uint32_t *const planes = (uint32_t *)0x1000000;
static float *const rows = (float *)0x2000000, *const scratch = (float *)0x3000000;

static void out(uint16_t port, uint8_t byte) { __asm__ volatile("outb %0, %1" : : "a"(byte), "Nd"(port)); }

static void print(uint8_t byte) {
    out(0x378, byte);
    out(0x37a, 0x0d); /* strobe */
    out(0x37a, 0x0c);
}

static float scalar(uint32_t bits) {
    union { uint32_t bits; float value; } both = {bits};
    return both.value;
}

void guest(void) {
    train_rows *train = (train_rows *)(kernels + TRAIN_ROWS);
    for (int i = 0; i < 3 * SCALARS; i++) planes[i] = i < SCALARS ? plane[i] : 0;
    float *p = (float *)planes;
    for (int i = 0; i < INVOCATIONS; i++) {
        int64_t lost = train(p, p + SCALARS, p + 2 * SCALARS, targets, V, 0, V, scalar(LEARNING_RATE),
                             scalar(BETA1), scalar(BETA2), scalar(EPSILON), scalar(WEIGHT_DECAY),
                             (uint64_t)i * UPDATES + 1, UPDATES, rows, scratch);
        for (int j = 0; lost < 0 && j < 3 * SCALARS; j++)
            for (int shift = 0; shift < 32; shift += 8) print((uint8_t)(planes[j] >> shift));
    }
    for (const char *letter = "Shutdown"; *letter; letter++) out(0x8900, (uint8_t)*letter);
}
