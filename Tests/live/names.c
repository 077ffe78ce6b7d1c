// Knows some names for the program that it is loaded into (LD_PRELOAD), as servers of names would:
// `slow.example` is told after four seconds, and `two.example` has a first address at which nobody
// listens. $LOOKUPS is a file that grows by a byte with each lookup of either. All else is as it is.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef int lookup(const char *, const char *, const struct addrinfo *, struct addrinfo **);

static void note(void) {
  int file = open(getenv("LOOKUPS"), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (file < 0 || write(file, ".", 1) != 1) abort();
  close(file);
}

int getaddrinfo(const char *name, const char *port, const struct addrinfo *hints, struct addrinfo **found) {
  lookup *real = (lookup *)dlsym(RTLD_NEXT, "getaddrinfo");
  int is_slow = name && strcmp(name, "slow.example") == 0, is_two = name && strcmp(name, "two.example") == 0;
  if (!is_slow && !is_two) return real(name, port, hints, found);
  note();
  if (is_slow) {
    sleep(4);
    return real("127.0.0.1", port, hints, found);
  }
  int code = real("127.0.0.2", port, hints, found);
  return code ? code : real("127.0.0.1", port, hints, &(*found)->ai_next);
}
