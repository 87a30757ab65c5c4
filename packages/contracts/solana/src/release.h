/* Money leaves the vault: what the allocator signed, once. */
#pragma once
#include "ed25519.h"
#include "event.h"
#include "limit.h"
#include "marker.h"
#include "token.h"

#define USED_REQUEST 0x6bb462964d6e8687   /* account:UsedRequest */
#define EXECUTED_EVENT 0x7c782c12b8b20a5c /* event:TransferExecutedEvent */

/* The furthest that a request may reach into the future, in seconds. */
#define REQUEST_LIFETIME_MAX (15 * 60L)

/* The allocator signs the SHA-256 of these bytes. `token` zero is SOL; `order` and `depositor` say whose deposit it is. */
typedef struct {
    Address domain;
    Address recipient;
    Address token;
    u64 amount;
    Address nonce;
    i64 expiration;
    Address vault;
    Address order;
    Address depositor;
} TransferRequest;

/* Accounts of both kinds: config, executor (signer, writable), recipient, vault, marker (writable), instructions sysvar,
 * system program; and last the limit of the token (writable). */
static Result read_request(const Input *input, Config **config, const TransferRequest **request) {
    const Account *a = input->accounts;
    TRY(expect_data(input, 8 + sizeof(TransferRequest)));
    const TransferRequest *given = (const TransferRequest *)(input->data + 8);
    TRY(read_config(input, &a[0], config));
    CHECK(same(&given->domain, &(*config)->domain), ERROR_DOMAIN);
    CHECK(given->amount != 0, ERROR_ZERO_AMOUNT);
    i64 now;
    TRY(unix_time(&now));
    CHECK((*config)->withdrawals_paused_until <= now, ERROR_PAUSED);
    CHECK(now <= given->expiration, ERROR_EXPIRED);
    CHECK(given->expiration - now <= REQUEST_LIFETIME_MAX, ERROR_EXPIRES_TOO_LATE);
    TRY(expect_payer(&a[1]));
    CHECK(same(a[2].key, &given->recipient) && !is_zero(a[2].key) && !same(a[2].key, a[3].key), ERROR_RECIPIENT);
    TRY(expect_address(&a[3], &(*config)->vault));
    CHECK(same(&given->vault, a[3].key), ERROR_ADDRESS);
    TRY(expect_address(&a[6], &SYSTEM_PROGRAM));
    *request = given;
    return 0;
}

static Result expect_authorized(const Input *input, const Config *config, const TransferRequest *request) {
    CHECK(!is_zero(&config->allocator), ERROR_UNAUTHORIZED);
    Slice message = SLICE(request, sizeof(TransferRequest));
    Address digest;
    TRY(sol_sha256(&message, 1, (u8 *)&digest));
    return expect_signed(&input->accounts[5], &config->allocator, &digest);
}

/* Marks the nonce as used, before anything leaves. */
static Result use_request(const Input *input, const TransferRequest *request) {
    const Account *executor = &input->accounts[1];
    Slice seeds[3] = {TEXT("used_request"), SLICE(&request->nonce, 32)};
    Marker content = {USED_REQUEST, request->expiration, *executor->key};
    return place_marker(input, executor, &input->accounts[4], seeds, 2, content, ERROR_REQUEST_USED);
}

static void emit_executed(const TransferRequest *request) {
    Event event = {.length = 0};
    put_u64(&event, EXECUTED_EVENT);
    put_bytes(&event, &request->nonce);
    put_bytes(&event, &request->order);
    put_bytes(&event, &request->depositor);
    put_bytes(&event, &request->recipient);
    put_token(&event, is_zero(&request->token) ? 0 : &request->token);
    put_u64(&event, request->amount);
    emit(&event);
}

/* Leaves the vault what keeps it alive. */
static Result release_native(const Input *input, const TransferRequest *request, const SignerSeeds *signer) {
    const Account *recipient = &input->accounts[2], *vault = &input->accounts[3];
    u64 reserve;
    TRY(expect_writable(recipient));
    TRY(expect_writable(vault));
    TRY(minimum_balance(0, &reserve));
    CHECK(*vault->lamports >= reserve && *vault->lamports - reserve >= request->amount, ERROR_VAULT_RESERVE);
    return transfer_lamports(input, vault, recipient, request->amount, signer);
}

/* Accounts 7 to 10: mint, vault's and recipient's associated token accounts (writable), token program. */
static Result release_token(const Input *input, const TransferRequest *request, const SignerSeeds *signer) {
    const Account *a = input->accounts;
    const Account *mint = &a[7], *program = &a[10];
    TRY(expect_address(mint, &request->token));
    TRY(expect_token_program(program));
    TRY(expect_mint(mint, program));
    TRY(expect_associated(&a[8], a[3].key, mint, program));
    TRY(expect_associated(&a[9], a[2].key, mint, program));
    TokenTransfer transfer = {program, mint, &a[8], &a[9], &a[3]};
    u64 received;
    return transfer_tokens(input, &transfer, request->amount, signer, &received);
}

/* Follows an instruction of the ed25519 program. Anybody may send it; who does pays the marker's rent. */
static Result execute_transfer(const Input *input) {
    Config *config;
    const TransferRequest *request;
    CHECK(input->count == 8 || input->count == 12, ERROR_ACCOUNT_COUNT);
    TRY(read_request(input, &config, &request));
    CHECK(is_zero(&request->token) == (input->count == 8), ERROR_ACCOUNT_COUNT);
    TRY(expect_authorized(input, config, request));
    TRY(use_request(input, request));
    TRY(consume_limit(input, &input->accounts[input->count - 1], &request->token, request->amount));
    Slice seeds[2] = {VAULT_SEED, SLICE(&config->vault_bump, 1)};
    SignerSeeds signer = {seeds, 2};
    if (input->count == 8) TRY(release_native(input, request, &signer));
    else TRY(release_token(input, request, &signer));
    emit_executed(request);
    return 0;
}
