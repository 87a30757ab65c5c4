/* Depository: a vault that money enters under the id of an order, and leaves only by what the allocator signed. */
#include "deposit.h"
#include "initialize.h"
#include "release.h"

#define INITIALIZE 0xed9b980d1f6dafaf       /* global:initialize */
#define DEPOSIT_NATIVE 0x061cd55fdf0d9e0d   /* global:deposit_native */
#define DEPOSIT_TOKEN 0x13b4a327da609c0b    /* global:deposit_token */
#define EXECUTE_TRANSFER 0x771fceebb8a07ee9 /* global:execute_transfer */
#define CLOSE_REQUEST 0x027366df78a52eaa    /* global:close_request */

Result entrypoint(const u8 *bytes) {
    Input input;
    TRY(read_input(bytes, &input));
    CHECK(input.data_length >= 8, ERROR_INSTRUCTION_DATA);
    switch (*(const u64 *)input.data) {
        case INITIALIZE: return initialize(&input);
        case DEPOSIT_NATIVE: return deposit_native(&input);
        case DEPOSIT_TOKEN: return deposit_token(&input);
        case EXECUTE_TRANSFER: return execute_transfer(&input);
        case CLOSE_REQUEST: return close_marker(&input, USED_REQUEST);
        default: return ERROR_UNKNOWN_INSTRUCTION;
    }
}
