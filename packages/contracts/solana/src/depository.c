/* Depository: a vault that money enters under the id of an order, and leaves only by what the allocator signed. */
#include "deposit.h"
#include "govern.h"
#include "initialize.h"
#include "release.h"

#define INITIALIZE 0xed9b980d1f6dafaf          /* global:initialize */
#define DEPOSIT_NATIVE 0x061cd55fdf0d9e0d      /* global:deposit_native */
#define DEPOSIT_TOKEN 0x13b4a327da609c0b       /* global:deposit_token */
#define EXECUTE_TRANSFER 0x771fceebb8a07ee9    /* global:execute_transfer */
#define CLOSE_REQUEST 0x027366df78a52eaa       /* global:close_request */
#define TRANSFER_OWNERSHIP 0x2f632d3549d7b141  /* global:transfer_ownership */
#define ACCEPT_OWNERSHIP 0x9655d5ee0d2b17ac    /* global:accept_ownership */
#define SET_GUARDIAN 0x1e32a49a7932f393        /* global:set_guardian */
#define PROPOSE_ALLOCATOR 0xcfb546861c5ead3f   /* global:propose_allocator */
#define APPLY_ALLOCATOR 0xd62fc18bcb36faff     /* global:apply_allocator */
#define KILL_ALLOCATOR 0x8400ad98508e47c8      /* global:kill_allocator */
#define PAUSE_DEPOSITS 0x7ace3dfd99cbbace      /* global:pause_deposits */
#define UNPAUSE_DEPOSITS 0xa3979c4a00e0050f    /* global:unpause_deposits */
#define PAUSE_WITHDRAWALS 0x01cbe00a5c31505b   /* global:pause_withdrawals */
#define UNPAUSE_WITHDRAWALS 0xca196f6a1784c14f /* global:unpause_withdrawals */
#define OPEN_LIMIT 0x2ea32e937f4daa3a          /* global:open_limit */
#define PROPOSE_LIMIT 0x03cfae47933721e0       /* global:propose_limit */
#define APPLY_LIMIT 0xf0a04cb1ab7e13e8         /* global:apply_limit */
#define LOWER_LIMIT 0x8138e3b165f02280         /* global:lower_limit */

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
        case TRANSFER_OWNERSHIP: return transfer_ownership(&input);
        case ACCEPT_OWNERSHIP: return accept_ownership(&input);
        case SET_GUARDIAN: return set_guardian(&input);
        case PROPOSE_ALLOCATOR: return propose_allocator(&input);
        case APPLY_ALLOCATOR: return apply_allocator(&input);
        case KILL_ALLOCATOR: return kill_allocator(&input);
        case PAUSE_DEPOSITS: return pause_deposits(&input);
        case UNPAUSE_DEPOSITS: return unpause_deposits(&input);
        case PAUSE_WITHDRAWALS: return pause_withdrawals(&input);
        case UNPAUSE_WITHDRAWALS: return unpause_withdrawals(&input);
        case OPEN_LIMIT: return open_limit(&input);
        case PROPOSE_LIMIT: return propose_limit(&input);
        case APPLY_LIMIT: return apply_limit(&input);
        case LOWER_LIMIT: return lower_limit(&input);
        default: return ERROR_UNKNOWN_INSTRUCTION;
    }
}
