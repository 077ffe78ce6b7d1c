#ifndef VERNIER_PROTOCOL_H
#define VERNIER_PROTOCOL_H

#include <stddef.h>

/// A description of the protocol in UTF-8, as it was when the program was built.
struct protocol_document {
    const unsigned char *bytes;
    size_t count;
};

/// The socket, as AsyncAPI 3.
struct protocol_document protocol_asyncapi(void);

/// HTTP, as OpenAPI 3.1.
struct protocol_document protocol_openapi(void);

#endif
