/* What an instruction demands of the accounts that it was given. */
#pragma once
#include "input.h"
#include "programs.h"

static Result expect_count(const Input *input, u64 count) {
    CHECK(input->count == count, ERROR_ACCOUNT_COUNT);
    return 0;
}

static Result expect_data(const Input *input, u64 length) {
    CHECK(input->data_length == length, ERROR_INSTRUCTION_DATA);
    return 0;
}

static Result expect_signer(const Account *account) {
    CHECK(account->is_signer, ERROR_MISSING_SIGNATURE);
    return 0;
}

static Result expect_writable(const Account *account) {
    CHECK(account->is_writable, ERROR_NOT_WRITABLE);
    return 0;
}

static Result expect_address(const Account *account, const Address *address) {
    CHECK(same(account->key, address), ERROR_ADDRESS);
    return 0;
}

/* Who pays: signs, and may lose lamports. */
static Result expect_payer(const Account *account) {
    TRY(expect_signer(account));
    return expect_writable(account);
}

/* The account lies where the seeds say, for the program that asks. */
static Result expect_derived(const Account *account, const Slice *seeds, u64 count, const Address *program, u8 *bump) {
    Address derived;
    CHECK(sol_try_find_program_address(seeds, count, program, &derived, bump) == 0, ERROR_ADDRESS);
    return expect_address(account, &derived);
}

static Result unix_time(i64 *now) {
    Clock clock;
    TRY(sol_get_clock_sysvar(&clock));
    *now = clock.unix_timestamp;
    return 0;
}

/* Lamports that keep an account of this size alive. The threshold is two years, or one where it is folded into the price. */
static Result minimum_balance(u64 size, u64 *lamports) {
    Rent rent;
    TRY(sol_get_rent_sysvar(&rent));
    CHECK(rent.threshold == 0x4000000000000000 || rent.threshold == 0x3ff0000000000000, ERROR_RENT);
    *lamports = (128 + size) * rent.lamports_per_byte * (rent.threshold == 0x4000000000000000 ? 2 : 1);
    return 0;
}
