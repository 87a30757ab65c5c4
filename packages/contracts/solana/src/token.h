/* SPL Token and Token-2022. */
#pragma once
#include "accounts.h"

#define MINT_LENGTH 82
#define TOKEN_ACCOUNT_LENGTH 165
/* Behind the longer of the two lies one byte that names the kind, then extensions: type, length, value. */
#define EXTENSIONS_AT 166

/* Bits of the extensions of a mint under which a deposit stays what it was: transfer fee (1), interest for display (10),
 * metadata pointer (18), metadata (19), group pointer (20), group (21), member pointer (22), member (23). Not among them:
 * permanent delegate, transfer hook, default state, confidential transfers, pausable and whatever comes later. */
#define ALLOWED_EXTENSIONS (1UL << 1 | 1UL << 10 | 1UL << 18 | 1UL << 19 | 1UL << 20 | 1UL << 21 | 1UL << 22 | 1UL << 23)

typedef struct {
    const Account *program;
    const Account *mint;
    const Account *source;
    const Account *destination;
    const Account *authority;
} TokenTransfer;

static Result expect_token_program(const Account *program) {
    CHECK(same(program->key, &TOKEN_PROGRAM) || same(program->key, &TOKEN_2022_PROGRAM), ERROR_TOKEN_PROGRAM);
    return 0;
}

static Result expect_mint(const Account *mint, const Account *program) {
    CHECK(same(mint->owner, program->key), ERROR_OWNER);
    if (mint->data_length == MINT_LENGTH) return 0;
    CHECK(same(program->key, &TOKEN_2022_PROGRAM) && mint->data_length >= EXTENSIONS_AT, ERROR_MINT);
    CHECK(mint->data[EXTENSIONS_AT - 1] == 1, ERROR_MINT);
    return 0;
}

/* After `expect_mint`: no extension can take, freeze or divert what the vault holds. */
static Result expect_harmless(const Account *mint) {
    for (u64 at = EXTENSIONS_AT; at + 4 <= mint->data_length;) {
        u16 type = read_u16(mint->data + at);
        if (type == 0) break;
        CHECK(type < 64 && (ALLOWED_EXTENSIONS >> type & 1), ERROR_MINT_EXTENSION);
        at += 4 + (u64)read_u16(mint->data + at + 2);
    }
    return 0;
}

/* A token account of the mint and of that owner. */
static Result expect_token_account(const Account *account, const Address *owner, const Account *mint, const Account *program) {
    CHECK(same(account->owner, program->key), ERROR_OWNER);
    CHECK(account->data_length >= TOKEN_ACCOUNT_LENGTH, ERROR_TOKEN_ACCOUNT);
    CHECK(same((const Address *)account->data, mint->key), ERROR_TOKEN_ACCOUNT);
    CHECK(same((const Address *)(account->data + 32), owner), ERROR_TOKEN_ACCOUNT);
    return expect_writable(account);
}

/* The associated token account of an owner: of the mint, and still the owner's. */
static Result expect_associated(const Account *account, const Address *owner, const Account *mint, const Account *program) {
    Slice seeds[3] = {SLICE(owner, 32), SLICE(program->key, 32), SLICE(mint->key, 32)};
    u8 bump;
    TRY(expect_derived(account, seeds, 3, &ASSOCIATED_TOKEN_PROGRAM, &bump));
    return expect_token_account(account, owner, mint, program);
}

static u64 token_amount(const Account *account) { return *(const u64 *)(account->data + 64); }

/* Moves tokens and says how many arrived: a mint may keep a fee. */
static Result transfer_tokens(const Input *input, const TokenTransfer *transfer, u64 amount, const SignerSeeds *signer, u64 *received) {
    u64 before = token_amount(transfer->destination);
    u8 data[16] __attribute__((aligned(8))) = {12};
    AccountMeta metas[4] = {
        {transfer->source->key, 1, 0},
        {transfer->mint->key, 0, 0},
        {transfer->destination->key, 1, 0},
        {transfer->authority->key, 0, 1},
    };
    Instruction call = {transfer->program->key, metas, 4, data, 10};
    write_u64(data + 1, amount);
    data[9] = transfer->mint->data[44];
    TRY(sol_invoke_signed_c(&call, input->accounts, input->count, signer, signer != 0));
    u64 after = token_amount(transfer->destination);
    CHECK(after > before, ERROR_ZERO_AMOUNT);
    *received = after - before;
    return 0;
}
