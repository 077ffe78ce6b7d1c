// Prints the filter of system calls that process 4711 has on a machine of this kind, one instruction
// a line.
#include "../../Sources/CSandbox/filter.h"

// The headers of the C library are for the machine that this runs on.
int printf(const char *format, ...);

int main(void) {
  struct sock_filter program[] = VN_FILTER(4711);
  for (unsigned i = 0; i < sizeof program / sizeof *program; i++) {
    const struct sock_filter *step = &program[i];
    printf("%u %u %u %u\n", step->code, step->jt, step->jf, step->k);
  }
}
