/* Makes the depository's account, once, by whom the loader knows as the program's upgrade authority. */
#pragma once
#include "limit.h"

typedef struct {
    u64 discriminator;
    u64 chain_id;
    Address owner;
    Address allocator;
    Address guardian;
    u64 default_capacity;
    u64 default_window;
} Initialize;

/* The loader's accounts: the program names its data account (tag 2), and that names the authority (tag 3, slot, option). */
static Result expect_upgrade_authority(const Input *input, const Account *authority, const Account *program, const Account *data) {
    TRY(expect_address(program, input->program));
    CHECK(same(program->owner, &UPGRADEABLE_LOADER) && same(data->owner, &UPGRADEABLE_LOADER), ERROR_OWNER);
    CHECK(program->data_length >= 36 && read_u32(program->data) == 2, ERROR_OWNER);
    CHECK(same_bytes(program->data + 4, data->key, 32), ERROR_ADDRESS);
    CHECK(data->data_length >= 45 && read_u32(data->data) == 3 && data->data[12] == 1, ERROR_UNAUTHORIZED);
    CHECK(same_bytes(data->data + 13, authority->key, 32), ERROR_UNAUTHORIZED);
    return 0;
}

/* What allocators sign under: this program, on this chain. */
static void write_domain(const Input *input, Config *config) {
    Slice parts[4] = {TEXT("PortageDepository"), TEXT("1"), SLICE(&config->chain_id, 8), SLICE(input->program, 32)};
    sol_sha256(parts, 4, (u8 *)&config->domain);
}

/* Accounts: config (writable), upgrade authority (signer, writable), vault (writable), program, program data, system
 * program. */
static Result initialize(const Input *input) {
    const Account *a = input->accounts;
    const Account *account = &a[0], *authority = &a[1], *vault = &a[2];
    u8 bump, vault_bump;
    TRY(expect_count(input, 6));
    TRY(expect_data(input, sizeof(Initialize)));
    const Initialize *given = (const Initialize *)input->data;
    TRY(expect_payer(authority));
    TRY(expect_address(&a[5], &SYSTEM_PROGRAM));
    TRY(expect_upgrade_authority(input, authority, &a[3], &a[4]));
    CHECK(!is_zero(&given->owner) && !is_zero(&given->allocator) && !is_zero(&given->guardian), ERROR_UNAUTHORIZED);
    TRY(expect_window(given->default_window));

    Slice seeds[2] = {CONFIG_SEED};
    TRY(expect_derived(account, seeds, 1, input->program, &bump));
    CHECK(same(account->owner, &SYSTEM_PROGRAM), ERROR_ALREADY_INITIALIZED);
    Slice vault_seed = VAULT_SEED;
    TRY(expect_derived(vault, &vault_seed, 1, input->program, &vault_bump));
    seeds[1] = SLICE(&bump, 1);
    SignerSeeds signer = {seeds, 2};
    TRY(create_account(input, authority, account, sizeof(Config), &signer));

    Config *config = (Config *)account->data;
    config->discriminator = CONFIG_DISCRIMINATOR;
    config->owner = given->owner;
    config->allocator = given->allocator;
    config->guardian = given->guardian;
    config->vault = *vault->key;
    config->chain_id = given->chain_id;
    config->default_capacity = given->default_capacity;
    config->default_window = given->default_window;
    config->bump = bump;
    config->vault_bump = vault_bump;
    write_domain(input, config);

    u64 reserve;
    TRY(minimum_balance(0, &reserve));
    if (*vault->lamports >= reserve) return 0;
    return transfer_lamports(input, authority, vault, reserve - *vault->lamports, 0);
}
