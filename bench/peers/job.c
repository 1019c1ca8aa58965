/* `bob run --resume` in C: job CKPT INPUT. Digests nothing and verifies nothing.

   Reads a checkpoint of the shipped contract, makes ten updates by the kernel of bench/kernels/twin.c, bit for
   bit as docs/arithmetic.md says, and writes planes durably: temporary file, fsync, rename, fsync of the folder.
   The header is copied, its step advanced and its digests left as they were. Built by gcc -O3 -march=native -ffp-contract=off -static, with
   -fno-math-errno and -fno-trapping-math, without which gcc vectorises neither root nor exp; no flag moves a bit. */
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../kernels/twin.c"

enum { N = 256, UPDATES = 10, HEADER_BYTES_AT = 16, STEP_AT = 48, TARGETS_AT = 16 + 2 * N };

static const float LR = 0.05f, BETA1 = 0.9f, BETA2 = 0.999f, EPSILON = 1e-8f, DECAY = 0.01f;

static void fail(const char *what)
{
    fprintf(stderr, "job: %s: %s\n", what, strerror(errno));
    exit(2);
}

static unsigned char *read_all(const char *path, size_t *size)
{
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &status))
        fail(path);
    *size = (size_t)status.st_size;
    unsigned char *content = aligned_alloc(64, (*size + 63) / 64 * 64);
    if (!content || read(fd, content, *size) != status.st_size)
        fail(path);
    close(fd);
    return content;
}

static void replace(const char *path, const unsigned char *content, size_t size)
{
    char temporary[4096], copy[4096];
    snprintf(temporary, sizeof temporary, "%s.tmp", path);
    snprintf(copy, sizeof copy, "%s", path);
    int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (fd < 0 || write(fd, content, size) != (ssize_t)size || fsync(fd) || close(fd))
        fail(temporary);
    if (rename(temporary, path))
        fail(path);
    int folder = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0 || fsync(folder) || close(folder))
        fail(copy);
}

int main(int argc, char **argv)
{
    size_t size, input_size;
    if (argc != 3)
        return 2;
    unsigned char *content = read_all(argv[1], &size), *input = read_all(argv[2], &input_size);
    uint64_t n_header, step;
    memcpy(&n_header, content + HEADER_BYTES_AT, 8);
    memcpy(&step, content + STEP_AT, 8);
    if (size != n_header + 3 * sizeof(float[N * N]) || input_size < TARGETS_AT + sizeof(uint32_t[N]))
        return 1;
    float *p = (float *)(content + n_header), *m = p + N * N, *v = m + N * N;
    uint32_t targets[N];
    memcpy(targets, input + TARGETS_AT, sizeof targets);
    for (int b = 0; b < N; b++)
        if (targets[b] >= N)
            return 1;
    static float rows[3 * UPDATES * N], trace[2 * UPDATES];
    static _Alignas(64) float scratch[7 * N + 2 * UPDATES];
    if (twin_train(p, m, v, targets, N, LR, BETA1, BETA2, EPSILON, DECAY, step + 1, UPDATES, rows, trace, scratch))
        return 1;
    step += UPDATES;
    memcpy(content + STEP_AT, &step, 8);
    replace(argv[1], content, size);
    for (int k = 0; k < UPDATES; k++)
        printf("step %llu  loss %.6f  lr %.2g  |g| %.6f\n", (unsigned long long)step - UPDATES + 1 + k, trace[k],
               LR, trace[UPDATES + k]);
    return 0;
}
