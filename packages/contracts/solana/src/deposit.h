/* Money enters the vault, under the id of an order. */
#pragma once
#include "config.h"
#include "event.h"
#include "system.h"
#include "token.h"

#define DEPOSIT_EVENT 0x906b8e1f533df878 /* event:DepositEvent */

/* The data of both kinds of deposit. */
typedef struct {
    u64 discriminator;
    u64 amount;
    Address id;
} Deposit;

/* Of both kinds, the first four accounts are config, sender, depositor and vault. */
static Result read_deposit(const Input *input, const Deposit **deposit) {
    Config *config;
    TRY(expect_data(input, sizeof(Deposit)));
    *deposit = (const Deposit *)input->data;
    CHECK((*deposit)->amount != 0, ERROR_ZERO_AMOUNT);
    CHECK(!is_zero(&(*deposit)->id), ERROR_ZERO_ID);
    TRY(read_config(input, &input->accounts[0], &config));
    CHECK(!config->deposits_paused, ERROR_PAUSED);
    TRY(expect_signer(&input->accounts[1]));
    return expect_address(&input->accounts[3], &config->vault);
}

static void emit_deposit(const Input *input, const Deposit *deposit, const Address *mint, u64 received) {
    Event event = {.length = 0};
    put_u64(&event, DEPOSIT_EVENT);
    put_bytes(&event, input->accounts[2].key);
    put_token(&event, mint);
    put_u64(&event, received);
    put_bytes(&event, &deposit->id);
    emit(&event);
}

/* Accounts: config, sender (signer, writable), depositor, vault (writable), system program. */
static Result deposit_native(const Input *input) {
    const Account *sender = &input->accounts[1], *vault = &input->accounts[3];
    const Deposit *deposit;
    TRY(expect_count(input, 5));
    TRY(read_deposit(input, &deposit));
    TRY(expect_writable(sender));
    TRY(expect_writable(vault));
    TRY(expect_address(&input->accounts[4], &SYSTEM_PROGRAM));
    u64 before = *vault->lamports;
    TRY(transfer_lamports(input, sender, vault, deposit->amount, 0));
    CHECK(*vault->lamports > before, ERROR_ZERO_AMOUNT);
    emit_deposit(input, deposit, 0, *vault->lamports - before);
    return 0;
}

/* Accounts: config, sender (signer), depositor, vault, mint, sender's token account (writable), vault's associated token
 * account (writable), token program, associated token program, system program. */
static Result deposit_token(const Input *input) {
    const Account *a = input->accounts;
    const Account *sender = &a[1], *vault = &a[3], *mint = &a[4], *program = &a[7];
    const Deposit *deposit;
    TRY(expect_count(input, 10));
    TRY(read_deposit(input, &deposit));
    TRY(expect_token_program(program));
    TRY(expect_address(&a[8], &ASSOCIATED_TOKEN_PROGRAM));
    TRY(expect_address(&a[9], &SYSTEM_PROGRAM));
    TRY(expect_mint(mint, program));
    TRY(expect_harmless(mint));
    TRY(expect_token_account(&a[5], sender->key, mint, program));
    TRY(expect_associated(&a[6], vault->key, mint, program));
    TokenTransfer transfer = {program, mint, &a[5], &a[6], sender};
    u64 received;
    TRY(transfer_tokens(input, &transfer, deposit->amount, 0, &received));
    emit_deposit(input, deposit, mint->key, received);
    return 0;
}
