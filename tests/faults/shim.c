/* Stands between a process and the C library: counts the calls that concern one folder, logs each, and at
 * the nth does what the control block says. What it does and why is told in shim.py, which must agree with
 * the layout below. Nothing outside of the folder is counted, but for the two outputs.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define MOST_CALLS 4096

enum fault { NONE, FAIL, SHORT, KILL_BEFORE, KILL_AFTER, KILL_HALFWAY, MOVE, REMOVE };

struct call {
    char name[16];
    char file[96];
    int32_t error;
    int32_t ended;
    int64_t result;
};

struct control {
    uint32_t active;
    uint32_t fault;
    uint32_t nth;
    uint32_t error;
    uint32_t lasting;
    uint32_t count;
    uint32_t hits;
    uint32_t spare;
    uint64_t bytes_read;
    char lasting_name[16];
    char folder[1024];
    struct call calls[MOST_CALLS];
};

/* What a call is to do, where its result is kept (as long as there is room), and whether it is a point. */
struct point {
    enum fault fault;
    struct call *call;
    int counts;
};

static struct control *control;
static __thread int inside;

__attribute__((constructor)) static void begin(void)
{
    const char *path = getenv("BOB_FAULT_CONTROL");
    int descriptor = path ? (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC) : -1;
    if (descriptor < 0)
        return;
    void *there = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    control = there == MAP_FAILED ? NULL : there;
    syscall(SYS_close, descriptor);
}

/* The part of an absolute path below the folder, "." for the folder itself; NULL outside of it. */
static const char *below(const char *path)
{
    size_t size = strlen(control->folder);
    if (strncmp(path, control->folder, size) != 0 || (path[size] != '/' && path[size] != 0))
        return NULL;
    return path[size] == 0 || path[size + 1] == 0 ? "." : path + size + 1;
}

static void link_of(char *link, char *room, size_t size)
{
    long n = syscall(SYS_readlinkat, AT_FDCWD, link, room, size - 1);
    room[n < 0 ? 0 : n] = 0;
}

static const char *of_descriptor(int descriptor, char *room, size_t size)
{
    char link[64];
    if (descriptor == 1 || descriptor == 2)
        return descriptor == 1 ? "(output)" : "(errors)";
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    link_of(link, room, size);
    return below(room);
}

static const char *of_path(int folder, const char *path, char *room, size_t size)
{
    char link[64] = "/proc/self/cwd";
    if (path == NULL || path[0] == 0)
        return folder >= 0 ? of_descriptor(folder, room, size) : NULL;
    if (path[0] == '/')
        return below(path);
    if (folder >= 0)
        snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    link_of(link, room, size);
    size_t used = strlen(room);
    snprintf(room + used, size - used, "/%s", path);
    return below(room);
}

static void remove_all(const char *path)
{
    DIR *opened = opendir(path);
    struct dirent *entry;
    char inner[2048];
    while (opened && (entry = readdir(opened))) {
        snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        syscall(SYS_unlinkat, AT_FDCWD, inner, 0);
    }
    if (opened)
        closedir(opened);
    syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR);
}

static void die(void)
{
    syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
    for (;;)
        pause();
}

/* Counts a call on a file of the folder (NULL: none of it) and says what is to become of it. */
static struct point arrive(const char *name, const char *file)
{
    struct point point = {NONE, NULL, 0};
    if (file == NULL)
        return point;
    point.counts = 1;
    uint32_t number = __atomic_add_fetch(&control->count, 1, __ATOMIC_SEQ_CST);
    if (number <= MOST_CALLS) {
        point.call = &control->calls[number - 1];
        snprintf(point.call->name, sizeof point.call->name, "%s", name);
        snprintf(point.call->file, sizeof point.call->file, "%s", file);
    }
    if (number == control->nth)
        snprintf(control->lasting_name, sizeof control->lasting_name, "%s", name);
    else if (!(control->lasting && number > control->nth && strcmp(name, control->lasting_name) == 0))
        return point;
    if (control->nth == 0)
        return point;
    point.fault = control->fault;
    __atomic_add_fetch(&control->hits, 1, __ATOMIC_SEQ_CST);
    if (point.fault == KILL_BEFORE)
        die();
    if (point.fault == MOVE) {
        char gone[1100];
        snprintf(gone, sizeof gone, "%s.gone", control->folder);
        syscall(SYS_renameat2, AT_FDCWD, control->folder, AT_FDCWD, gone, 0);
    }
    if (point.fault == REMOVE)
        remove_all(control->folder);
    return point;
}

static long leave(struct point point, long result)
{
    int error = errno;
    if (point.call) {
        point.call->error = result < 0 ? error : 0;
        point.call->result = result;
        point.call->ended = 1;
    }
    if (point.fault == KILL_AFTER || point.fault == KILL_HALFWAY)
        die();
    errno = error;
    return result;
}

static int control_error(struct point point)
{
    return point.fault == FAIL ? (int)control->error : 0;
}

#define REAL(name) ((__typeof__(&name))real(#name))
static void *real(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

/* What a call does although it fails. */
#define DESPITE (void)0

/* One call: FILE finds what it concerns (`room` is there for that), CALL makes it. */
#define CALLED(NAME, FILE, CALL)                                                                             \
    char room[2048];                                                                                         \
    struct point point = {NONE, NULL, 0};                                                                       \
    if (control && control->active && !inside) {                                                             \
        int error = errno;                                                                                   \
        inside = 1;                                                                                          \
        point = arrive(NAME, FILE);                                                                          \
        inside = 0;                                                                                          \
        errno = error;                                                                                       \
    }                                                                                                        \
    if (point.fault == FAIL) {                                                                               \
        DESPITE;                                                                                             \
        errno = (int)control->error;                                                                         \
        return leave(point, -1);                                                                             \
    }                                                                                                        \
    return leave(point, CALL)

#define SOME(size) (point.fault == SHORT || point.fault == KILL_HALFWAY ? ((size) + 1) / 2 : (size))
#define DESCRIPTOR(d) of_descriptor(d, room, sizeof room)
#define PATH(f, p) of_path(f, p, room, sizeof room)
#define EITHER(f, p, g, q) (PATH(f, p) ? PATH(f, p) : PATH(g, q))

#define OPEN(NAME)                                                                                           \
    int NAME(const char *path, int flags, ...)                                                               \
    {                                                                                                        \
        va_list rest;                                                                                        \
        va_start(rest, flags);                                                                               \
        mode_t mode = va_arg(rest, mode_t);                                                                  \
        va_end(rest);                                                                                        \
        CALLED("open", PATH(AT_FDCWD, path), REAL(NAME)(path, flags, mode));                                 \
    }
#define OPENAT(NAME)                                                                                         \
    int NAME(int folder, const char *path, int flags, ...)                                                   \
    {                                                                                                        \
        va_list rest;                                                                                        \
        va_start(rest, flags);                                                                               \
        mode_t mode = va_arg(rest, mode_t);                                                                  \
        va_end(rest);                                                                                        \
        CALLED("open", PATH(folder, path), REAL(NAME)(folder, path, flags, mode));                           \
    }
OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)

#define STATUS(NAME, SHOWN, TYPE)                                                                            \
    int NAME(const char *path, struct TYPE *status)                                                          \
    {                                                                                                        \
        CALLED(SHOWN, PATH(AT_FDCWD, path), REAL(NAME)(path, status));                                       \
    }
#define FSTATUS(NAME, TYPE)                                                                                  \
    int NAME(int descriptor, struct TYPE *status)                                                            \
    {                                                                                                        \
        CALLED("stat", descriptor > 2 ? DESCRIPTOR(descriptor) : NULL, REAL(NAME)(descriptor, status));      \
    }
#define STATUSAT(NAME, TYPE)                                                                                 \
    int NAME(int folder, const char *path, struct TYPE *status, int flags)                                   \
    {                                                                                                        \
        CALLED("stat", PATH(folder, path), REAL(NAME)(folder, path, status, flags));                         \
    }
STATUS(stat, "stat", stat)
STATUS(stat64, "stat", stat64)
STATUS(lstat, "stat", stat)
STATUS(lstat64, "stat", stat64)
FSTATUS(fstat, stat)
FSTATUS(fstat64, stat64)
STATUSAT(fstatat, stat)
STATUSAT(fstatat64, stat64)

static long counted(struct point point, long n_read)
{
    if (point.counts && n_read > 0)
        __atomic_add_fetch(&control->bytes_read, (uint64_t)n_read, __ATOMIC_SEQ_CST);
    return n_read;
}

/* A call that goes through a descriptor; PARAMETERS and ARGUMENTS are in brackets. */
#define THROUGH(RESULT, NAME, SHOWN, PARAMETERS, ARGUMENTS)                                                  \
    RESULT NAME PARAMETERS                                                                                   \
    {                                                                                                        \
        CALLED(SHOWN, DESCRIPTOR(descriptor), REAL(NAME) ARGUMENTS);                                         \
    }
#define READING(NAME, SHOWN, PARAMETERS, ARGUMENTS)                                                          \
    ssize_t NAME PARAMETERS                                                                                  \
    {                                                                                                        \
        CALLED(SHOWN, DESCRIPTOR(descriptor), counted(point, REAL(NAME) ARGUMENTS));                         \
    }
#define PREADV(NAME, OFFSET)                                                                                 \
    ssize_t NAME(int descriptor, const struct iovec *to, int n, OFFSET offset, int flags)                    \
    {                                                                                                        \
        struct iovec first = {to->iov_base, 0};                                                              \
        CALLED("preadv", DESCRIPTOR(descriptor),                                                             \
               (first.iov_len = SOME(to->iov_len),                                                           \
                counted(point, REAL(NAME)(descriptor, n == 1 ? &first : to, n, offset, flags))));            \
    }
READING(read, "read", (int descriptor, void *to, size_t size), (descriptor, to, SOME(size)))
READING(pread, "pread", (int descriptor, void *to, size_t size, off_t at), (descriptor, to, SOME(size), at))
READING(pread64, "pread", (int descriptor, void *to, size_t size, off64_t at),
        (descriptor, to, SOME(size), at))
PREADV(preadv2, off_t)
PREADV(preadv64v2, off64_t)

THROUGH(ssize_t, write, "write", (int descriptor, const void *from, size_t size),
        (descriptor, from, SOME(size)))
THROUGH(ssize_t, pwrite, "pwrite", (int descriptor, const void *from, size_t size, off_t at),
        (descriptor, from, SOME(size), at))
THROUGH(ssize_t, pwrite64, "pwrite", (int descriptor, const void *from, size_t size, off64_t at),
        (descriptor, from, SOME(size), at))
THROUGH(ssize_t, writev, "writev", (int descriptor, const struct iovec *from, int n), (descriptor, from, n))
THROUGH(int, fsync, "fsync", (int descriptor), (descriptor))
THROUGH(int, fdatasync, "fdatasync", (int descriptor), (descriptor))
THROUGH(int, sync_file_range, "sync_file_range", (int descriptor, off64_t from, off64_t n, unsigned flags),
        (descriptor, from, n, flags))
THROUGH(int, ftruncate, "ftruncate", (int descriptor, off_t size), (descriptor, size))
THROUGH(int, ftruncate64, "ftruncate", (int descriptor, off64_t size), (descriptor, size))
THROUGH(int, fchmod, "fchmod", (int descriptor, mode_t mode), (descriptor, mode))
THROUGH(int, fchown, "fchown", (int descriptor, uid_t user, gid_t group), (descriptor, user, group))
THROUGH(int, flock, "flock", (int descriptor, int operation), (descriptor, operation))

/* The system closes a descriptor whatever it then says: so does a call that fails here. */
#undef DESPITE
#define DESPITE REAL(close)(descriptor)
int close(int descriptor)
{
    CALLED("close", DESCRIPTOR(descriptor), REAL(close)(descriptor));
}

#undef DESPITE
#define DESPITE (void)0

DIR *opendir(const char *path)
{
    char room[2048];
    struct point point = {NONE, NULL, 0};
    if (control && control->active && !inside) {
        inside = 1;
        point = arrive("opendir", PATH(AT_FDCWD, path));
        inside = 0;
    }
    errno = (int)control_error(point);
    DIR *opened = point.fault == FAIL ? NULL : REAL(opendir)(path);
    leave(point, opened ? 0 : -1);
    return opened;
}

int rename(const char *old, const char *new)
{
    CALLED("rename", EITHER(AT_FDCWD, old, AT_FDCWD, new), REAL(rename)(old, new));
}

int renameat(int from, const char *old, int to, const char *new)
{
    CALLED("rename", EITHER(from, old, to, new), REAL(renameat)(from, old, to, new));
}

int link(const char *old, const char *new)
{
    CALLED("link", EITHER(AT_FDCWD, old, AT_FDCWD, new), REAL(link)(old, new));
}

int linkat(int from, const char *old, int to, const char *new, int flags)
{
    CALLED("link", EITHER(from, old, to, new), REAL(linkat)(from, old, to, new, flags));
}

int unlink(const char *path)
{
    CALLED("unlink", PATH(AT_FDCWD, path), REAL(unlink)(path));
}

int unlinkat(int folder, const char *path, int flags)
{
    CALLED("unlink", PATH(folder, path), REAL(unlinkat)(folder, path, flags));
}
