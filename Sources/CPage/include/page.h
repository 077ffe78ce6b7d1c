#ifndef VERNIER_PAGE_H
#define VERNIER_PAGE_H

#include <stddef.h>

/// One file of the page in `web/`, as it was when the program was built.
struct page_file {
    const char *name; // below `web/`
    const unsigned char *bytes;
    size_t count;
};

/// The file with a number; its name is NULL beyond the last.
struct page_file page_file_at(size_t number);

#endif
