/* Filler: pays an order at most once for each solver, and says what arrived. Holds nothing but markers. */
#include "event.h"
#include "marker.h"
#include "token.h"

#define FILL_NATIVE 0x24b325a3d555af91  /* global:fill_native */
#define FILL_TOKEN 0x79a81d9611843eae   /* global:fill_token */
#define CLOSE_FILL 0x9535503db3549140   /* global:close_fill */
#define FILLED 0xa428d8b860a84640       /* account:Filled */
#define FILLED_EVENT 0xbc32557bd2bf411c /* event:FilledEvent */

/* The data of both kinds of fill. */
typedef struct {
    u64 discriminator;
    u64 amount;
    Address order;
    i64 deadline;
} Fill;

static Result read_fill(const Input *input, const Fill **fill) {
    TRY(expect_data(input, sizeof(Fill)));
    *fill = (const Fill *)input->data;
    CHECK((*fill)->amount != 0, ERROR_ZERO_AMOUNT);
    CHECK(!is_zero(&(*fill)->order), ERROR_ZERO_ID);
    i64 now;
    TRY(unix_time(&now));
    CHECK(now <= (*fill)->deadline, ERROR_EXPIRED);
    return 0;
}

/* Marks the solver's order as paid, before anything leaves. */
static Result claim(const Input *input, const Fill *fill, const Account *solver, const Account *marker) {
    Slice seeds[4] = {TEXT("filled"), SLICE(solver->key, 32), SLICE(&fill->order, 32)};
    Marker content = {FILLED, fill->deadline, *solver->key};
    return place_marker(input, solver, marker, seeds, 3, content, ERROR_ALREADY_FILLED);
}

static void emit_filled(const Fill *fill, const Account *solver, const Account *recipient, const Address *mint, u64 amount) {
    Event event = {.length = 0};
    put_u64(&event, FILLED_EVENT);
    put_bytes(&event, &fill->order);
    put_bytes(&event, solver->key);
    put_bytes(&event, recipient->key);
    put_token(&event, mint);
    put_u64(&event, amount);
    emit(&event);
}

/* Accounts: solver (signer, writable), recipient (writable), marker (writable), system program. */
static Result fill_native(const Input *input) {
    const Account *solver = &input->accounts[0], *recipient = &input->accounts[1], *marker = &input->accounts[2];
    const Fill *fill;
    TRY(expect_count(input, 4));
    TRY(read_fill(input, &fill));
    TRY(expect_payer(solver));
    TRY(expect_writable(recipient));
    TRY(expect_address(&input->accounts[3], &SYSTEM_PROGRAM));
    CHECK(!is_zero(recipient->key) && !same(recipient->key, solver->key) && !same(recipient->key, marker->key), ERROR_RECIPIENT);
    TRY(claim(input, fill, solver, marker));
    u64 before = *recipient->lamports;
    TRY(transfer_lamports(input, solver, recipient, fill->amount, 0));
    emit_filled(fill, solver, recipient, 0, *recipient->lamports - before);
    return 0;
}

/* Accounts: solver (signer, writable), recipient, mint, solver's token account (writable), recipient's associated token
 * account (writable), marker (writable), token program, system program. */
static Result fill_token(const Input *input) {
    const Account *a = input->accounts;
    const Account *solver = &a[0], *recipient = &a[1], *mint = &a[2], *marker = &a[5];
    const Fill *fill;
    TRY(expect_count(input, 8));
    TRY(read_fill(input, &fill));
    TRY(expect_payer(solver));
    TRY(expect_token_program(&a[6]));
    TRY(expect_address(&a[7], &SYSTEM_PROGRAM));
    CHECK(!is_zero(recipient->key) && !same(recipient->key, solver->key), ERROR_RECIPIENT);
    TRY(expect_mint(mint, &a[6]));
    TRY(expect_token_account(&a[3], solver->key, mint, &a[6]));
    TRY(expect_associated(&a[4], recipient->key, mint, &a[6]));
    TRY(claim(input, fill, solver, marker));
    TokenTransfer transfer = {&a[6], mint, &a[3], &a[4], solver};
    u64 received;
    TRY(transfer_tokens(input, &transfer, fill->amount, 0, &received));
    emit_filled(fill, solver, recipient, mint->key, received);
    return 0;
}

Result entrypoint(const u8 *bytes) {
    Input input;
    TRY(read_input(bytes, &input));
    CHECK(input.data_length >= 8, ERROR_INSTRUCTION_DATA);
    switch (*(const u64 *)input.data) {
        case FILL_NATIVE: return fill_native(&input);
        case FILL_TOKEN: return fill_token(&input);
        case CLOSE_FILL: return close_marker(&input, FILLED);
        default: return ERROR_UNKNOWN_INSTRUCTION;
    }
}
