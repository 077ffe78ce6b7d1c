// Takes the descriptions of the protocol into the program. Swift's compiler would take them as a
// list of 200,000 numbers, and more time for it than for all else of their module.

#include "protocol.h"

static const unsigned char asyncapi[] = {
#embed "../Wire/API/asyncapi.json"
};

static const unsigned char openapi[] = {
#embed "../Wire/API/openapi.json"
};

struct protocol_document protocol_asyncapi(void) {
    struct protocol_document document = {asyncapi, sizeof asyncapi};
    return document;
}

struct protocol_document protocol_openapi(void) {
    struct protocol_document document = {openapi, sizeof openapi};
    return document;
}
