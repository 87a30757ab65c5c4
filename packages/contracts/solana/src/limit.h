/* Limits of outflow: for each mint, and for SOL, a bucket that withdrawals empty and time refills. */
#pragma once
#include "config.h"
#include "system.h"

#define LIMIT_DISCRIMINATOR 0x4f188ccf9a0553f6 /* account:OutflowLimit */

#define LIMIT_SEED TEXT("limit")

/* A capacity that lets everything through. */
#define UNLIMITED 0xffffffffffffffffUL

/* Windows are seconds, of a year at most: products with what a division left over stay within 64 bits. */
#define LIMIT_WINDOW_MAX (365 * 24 * 3600UL)

/* `used` of the capacity had left when it was last looked at; a full bucket refills within the window. `token` zero is SOL. */
typedef struct {
    u64 discriminator;
    Address token;
    u64 capacity;
    u64 window;
    u64 used;
    i64 used_at;
    u64 pending_capacity;
    u64 pending_window;
    i64 pending_due;
    u8 bump;
    u8 padding[7];
} Limit;

static Result expect_window(u64 window) {
    CHECK(window != 0 && window <= LIMIT_WINDOW_MAX, ERROR_LIMIT_WINDOW);
    return 0;
}

/* The account lies where only `open_limit` can have made it, for the token that it names. */
static Result read_limit(const Input *input, const Account *account, Limit **limit) {
    CHECK(same(account->owner, input->program) && account->data_length == sizeof(Limit), ERROR_LIMIT_MISSING);
    Limit *found = (Limit *)account->data;
    CHECK(found->discriminator == LIMIT_DISCRIMINATOR, ERROR_LIMIT_MISSING);
    Slice seeds[3] = {LIMIT_SEED, SLICE(&found->token, 32), SLICE(&found->bump, 1)};
    Address derived;
    CHECK(sol_create_program_address(seeds, 3, input->program, &derived) == 0, ERROR_ADDRESS);
    TRY(expect_address(account, &derived));
    *limit = found;
    return 0;
}

/* Capacity times time by window, rounded down and without a product of more than 64 bits, taken off what was used. */
static u64 used_at_time(const Limit *limit, i64 now) {
    if (now <= limit->used_at || limit->capacity == 0) return limit->used;
    u64 elapsed = (u64)(now - limit->used_at), windows = elapsed / limit->window, seconds = elapsed % limit->window;
    if (windows > limit->used / limit->capacity) return 0;
    u64 left = limit->used - windows * limit->capacity;
    u64 refilled = limit->capacity / limit->window * seconds + limit->capacity % limit->window * seconds / limit->window;
    return left > refilled ? left - refilled : 0;
}

static void use_limit(Limit *limit, u64 used, i64 now) {
    limit->used = used;
    if (now > limit->used_at) limit->used_at = now;
}

/* What was used stays used, refilled at the old rate until now. Nothing is proposed any more. */
static void set_limit(Limit *limit, u64 capacity, u64 window, i64 now) {
    use_limit(limit, used_at_time(limit, now), now);
    limit->capacity = capacity;
    limit->window = window;
    limit->pending_capacity = 0;
    limit->pending_window = 0;
    limit->pending_due = 0;
}

/* Compares capacity by window with that of a limit, exactly: whole parts first, then what the divisions left over. */
static bool is_rate_at_most(u64 capacity, u64 window, const Limit *limit) {
    u64 whole = capacity / window, of_limit = limit->capacity / limit->window;
    if (whole != of_limit) return whole < of_limit;
    return capacity % window * limit->window <= limit->capacity % limit->window * window;
}

/* Takes an amount out of the bucket of its token, or refuses it. */
static Result consume_limit(const Input *input, const Account *account, const Address *token, u64 amount) {
    Limit *limit;
    i64 now;
    TRY(read_limit(input, account, &limit));
    CHECK(same(&limit->token, token), ERROR_ADDRESS);
    TRY(expect_writable(account));
    if (limit->capacity == UNLIMITED) return 0;
    TRY(unix_time(&now));
    u64 used = used_at_time(limit, now);
    CHECK(used <= limit->capacity && limit->capacity - used >= amount, ERROR_LIMIT_EXCEEDED);
    use_limit(limit, used + amount, now);
    return 0;
}

typedef struct {
    u64 discriminator;
    Address token;
} OpenLimit;

/* Accounts: config, payer (signer, writable), limit (writable), system program. Anybody may open the limit of a token, once:
 * it has the terms of the depository's default. */
static Result open_limit(const Input *input) {
    const Account *payer = &input->accounts[1], *account = &input->accounts[2];
    Config *config;
    TRY(expect_count(input, 4));
    TRY(expect_data(input, sizeof(OpenLimit)));
    const OpenLimit *given = (const OpenLimit *)input->data;
    TRY(read_config(input, &input->accounts[0], &config));
    TRY(expect_payer(payer));
    TRY(expect_writable(account));
    TRY(expect_address(&input->accounts[3], &SYSTEM_PROGRAM));
    Slice seeds[3] = {LIMIT_SEED, SLICE(&given->token, 32)};
    u8 bump;
    TRY(expect_derived(account, seeds, 2, input->program, &bump));
    CHECK(same(account->owner, &SYSTEM_PROGRAM), ERROR_ALREADY_INITIALIZED);
    seeds[2] = SLICE(&bump, 1);
    SignerSeeds signer = {seeds, 3};
    TRY(create_account(input, payer, account, sizeof(Limit), &signer));
    *(Limit *)account->data = (Limit){
        .discriminator = LIMIT_DISCRIMINATOR,
        .token = given->token,
        .capacity = config->default_capacity,
        .window = config->default_window,
        .bump = bump,
    };
    return 0;
}
