/* Who may do what with the depository, and when. Nothing here moves money. */
#pragma once
#include "limit.h"

#define TIMELOCK (48 * 3600L)
#define WITHDRAWAL_PAUSE_MAX (72 * 3600L)
#define WITHDRAWAL_PAUSE_GAP (24 * 3600L)

/* Accounts of all: config (writable), caller (signer), and of those about a limit that limit (writable). Data: the
 * discriminator, then what is named. */
typedef struct {
    Config *config;
    const Address *caller;
    i64 now;
} Governing;

static Result read_governing_of(const Input *input, u64 count, u64 argument_length, Governing *governing) {
    TRY(expect_count(input, count));
    TRY(expect_data(input, 8 + argument_length));
    TRY(read_config(input, &input->accounts[0], &governing->config));
    TRY(expect_writable(&input->accounts[0]));
    TRY(expect_signer(&input->accounts[1]));
    governing->caller = input->accounts[1].key;
    return unix_time(&governing->now);
}

static Result read_governing(const Input *input, u64 argument_length, Governing *governing) {
    return read_governing_of(input, 2, argument_length, governing);
}

static Result expect_owner(const Governing *governing) {
    CHECK(same(governing->caller, &governing->config->owner), ERROR_UNAUTHORIZED);
    return 0;
}

static Result expect_guardian(const Governing *governing) {
    CHECK(same(governing->caller, &governing->config->guardian), ERROR_UNAUTHORIZED);
    return 0;
}

/* The owner names an address, which is not zero. */
static Result read_nomination(const Input *input, Governing *governing, const Address **named) {
    TRY(read_governing(input, sizeof(Address), governing));
    TRY(expect_owner(governing));
    *named = (const Address *)(input->data + 8);
    CHECK(!is_zero(*named), ERROR_ADDRESS);
    return 0;
}

static const Address NOBODY = {{0, 0, 0, 0}};

static Result transfer_ownership(const Input *input) {
    Governing governing;
    const Address *named;
    TRY(read_nomination(input, &governing, &named));
    governing.config->pending_owner = *named;
    return 0;
}

/* Signed by whom the owner named. */
static Result accept_ownership(const Input *input) {
    Governing governing;
    TRY(read_governing(input, 0, &governing));
    CHECK(same(governing.caller, &governing.config->pending_owner), ERROR_UNAUTHORIZED);
    governing.config->owner = *governing.caller;
    governing.config->pending_owner = NOBODY;
    return 0;
}

static Result set_guardian(const Input *input) {
    Governing governing;
    const Address *named;
    TRY(read_nomination(input, &governing, &named));
    governing.config->guardian = *named;
    return 0;
}

static Result propose_allocator(const Input *input) {
    Governing governing;
    const Address *named;
    TRY(read_nomination(input, &governing, &named));
    governing.config->pending_allocator = *named;
    governing.config->allocator_due = governing.now + TIMELOCK;
    return 0;
}

static Result apply_allocator(const Input *input) {
    Governing governing;
    TRY(read_governing(input, 0, &governing));
    TRY(expect_owner(&governing));
    Config *config = governing.config;
    CHECK(!is_zero(&config->pending_allocator), ERROR_UNAUTHORIZED);
    CHECK(governing.now >= config->allocator_due, ERROR_TOO_EARLY);
    config->allocator = config->pending_allocator;
    config->pending_allocator = NOBODY;
    return 0;
}

/* At once: nobody can sign until another allocator was proposed and has waited. */
static Result kill_allocator(const Input *input) {
    Governing governing;
    TRY(read_governing(input, 0, &governing));
    TRY(expect_owner(&governing));
    governing.config->allocator = NOBODY;
    governing.config->pending_allocator = NOBODY;
    return 0;
}

static Result pause_deposits(const Input *input) {
    Governing governing;
    TRY(read_governing(input, 0, &governing));
    TRY(expect_guardian(&governing));
    governing.config->deposits_paused = 1;
    return 0;
}

static Result unpause_deposits(const Input *input) {
    Governing governing;
    TRY(read_governing(input, 0, &governing));
    TRY(expect_owner(&governing));
    governing.config->deposits_paused = 0;
    return 0;
}

/* For so many seconds, and not again before a day without a pause has passed. */
static Result pause_withdrawals(const Input *input) {
    Governing governing;
    TRY(read_governing(input, 8, &governing));
    TRY(expect_guardian(&governing));
    Config *config = governing.config;
    u64 seconds = *(const u64 *)(input->data + 8);
    CHECK(seconds <= WITHDRAWAL_PAUSE_MAX, ERROR_INSTRUCTION_DATA);
    CHECK(governing.now >= config->pause_allowed_from, ERROR_TOO_EARLY);
    config->withdrawals_paused_until = governing.now + (i64)seconds;
    config->pause_allowed_from = config->withdrawals_paused_until + WITHDRAWAL_PAUSE_GAP;
    return 0;
}

static Result unpause_withdrawals(const Input *input) {
    Governing governing;
    TRY(read_governing(input, 0, &governing));
    TRY(expect_owner(&governing));
    Config *config = governing.config;
    if (config->withdrawals_paused_until <= governing.now) return 0;
    config->withdrawals_paused_until = governing.now;
    config->pause_allowed_from = governing.now + WITHDRAWAL_PAUSE_GAP;
    return 0;
}

/* What a limit should become. */
typedef struct { u64 capacity; u64 window; } LimitTerms;

static Result read_limiting(const Input *input, u64 argument_length, Governing *governing, Limit **limit) {
    TRY(read_governing_of(input, 3, argument_length, governing));
    TRY(expect_writable(&input->accounts[2]));
    return read_limit(input, &input->accounts[2], limit);
}

static Result read_limit_terms(const Input *input, Governing *governing, Limit **limit, const LimitTerms **terms) {
    TRY(read_limiting(input, sizeof(LimitTerms), governing, limit));
    *terms = (const LimitTerms *)(input->data + 8);
    return expect_window((*terms)->window);
}

static Result propose_limit(const Input *input) {
    Governing governing;
    Limit *limit;
    const LimitTerms *terms;
    TRY(read_limit_terms(input, &governing, &limit, &terms));
    TRY(expect_owner(&governing));
    limit->pending_capacity = terms->capacity;
    limit->pending_window = terms->window;
    limit->pending_due = governing.now + TIMELOCK;
    return 0;
}

static Result apply_limit(const Input *input) {
    Governing governing;
    Limit *limit;
    TRY(read_limiting(input, 0, &governing, &limit));
    TRY(expect_owner(&governing));
    CHECK(limit->pending_due != 0, ERROR_UNAUTHORIZED);
    CHECK(governing.now >= limit->pending_due, ERROR_TOO_EARLY);
    set_limit(limit, limit->pending_capacity, limit->pending_window, governing.now);
    return 0;
}

/* At once, and whatever was proposed is gone. Neither the burst nor the refill may grow. */
static Result lower_limit(const Input *input) {
    Governing governing;
    Limit *limit;
    const LimitTerms *terms;
    TRY(read_limit_terms(input, &governing, &limit, &terms));
    TRY(expect_guardian(&governing));
    CHECK(terms->capacity <= limit->capacity && is_rate_at_most(terms->capacity, terms->window, limit), ERROR_LIMIT_NOT_LOWER);
    set_limit(limit, terms->capacity, terms->window, governing.now);
    return 0;
}
