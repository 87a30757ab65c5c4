/* Markers: an account whose being there says that something was done, so that it is done once. Its rent goes back to
 * whoever paid it, long after the thing could have been done again. */
#pragma once
#include "system.h"

/* Seconds that a marker outlives the last moment at which its thing could be done: seven days. */
#define MARKER_MARGIN (7 * 24 * 3600L)

typedef struct {
    u64 discriminator;
    i64 expires;
    Address payer;
} Marker;

/* Creates the marker, or says that it is there. `seeds` has room for the bump at the end. */
static Result place_marker(const Input *input, const Account *payer, const Account *account, Slice *seeds, u64 count, Marker content, u64 taken) {
    u8 bump;
    TRY(expect_derived(account, seeds, count, input->program, &bump));
    CHECK(!same(account->owner, input->program), taken);
    CHECK(same(account->owner, &SYSTEM_PROGRAM), ERROR_OWNER);
    TRY(expect_writable(account));
    seeds[count] = SLICE(&bump, 1);
    SignerSeeds signer = {seeds, count + 1};
    TRY(create_account(input, payer, account, sizeof(Marker), &signer));
    *(Marker *)account->data = content;
    return 0;
}

/* Accounts: marker, payer. Gives the rent back to who paid it. */
static Result close_marker(const Input *input, u64 discriminator) {
    TRY(expect_count(input, 2));
    TRY(expect_data(input, 8));
    const Account *account = &input->accounts[0];
    const Account *payer = &input->accounts[1];
    TRY(expect_payer(payer));
    TRY(expect_writable(account));
    CHECK(same(account->owner, input->program), ERROR_OWNER);
    CHECK(account->data_length == sizeof(Marker), ERROR_MARKER);
    Marker *marker = (Marker *)account->data;
    CHECK(marker->discriminator == discriminator, ERROR_MARKER);
    CHECK(same(&marker->payer, payer->key), ERROR_UNAUTHORIZED);
    i64 now;
    TRY(unix_time(&now));
    CHECK(now - marker->expires > MARKER_MARGIN, ERROR_MARKER_HELD);
    *payer->lamports += *account->lamports;
    *account->lamports = 0;
    return 0;
}
