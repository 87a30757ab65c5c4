/* The one account that says who may do what with the vault. */
#pragma once
#include "accounts.h"

#define CONFIG_DISCRIMINATOR 0xbbe045a5f8e5c7f1 /* account:Depository */

typedef struct {
    u64 discriminator;
    Address owner;
    Address allocator;
    Address domain;
    Address vault;
    u64 chain_id;
    Address pending_owner;
    Address pending_allocator;
    i64 allocator_due;
    Address guardian;
    i64 withdrawals_paused_until;
    i64 pause_allowed_from;
    u64 deposits_paused;
    u64 default_capacity;
    u64 default_window;
    u8 bump;
    u8 vault_bump;
    u8 padding[6];
} Config;

#define CONFIG_SEED TEXT("depository")
#define VAULT_SEED TEXT("vault")

/* The account lies where only `initialize` can have made it, and holds what that wrote. */
static Result read_config(const Input *input, const Account *account, Config **config) {
    CHECK(same(account->owner, input->program) && account->data_length == sizeof(Config), ERROR_NOT_INITIALIZED);
    Config *found = (Config *)account->data;
    CHECK(found->discriminator == CONFIG_DISCRIMINATOR, ERROR_NOT_INITIALIZED);
    Slice seeds[2] = {CONFIG_SEED, SLICE(&found->bump, 1)};
    Address derived;
    CHECK(sol_create_program_address(seeds, 2, input->program, &derived) == 0, ERROR_ADDRESS);
    TRY(expect_address(account, &derived));
    *config = found;
    return 0;
}
