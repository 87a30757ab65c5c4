/* Calls to the system program. */
#pragma once
#include "accounts.h"

/* Moves lamports out of an account that signed, or that the seeds sign for. */
static Result transfer_lamports(const Input *input, const Account *from, const Account *to, u64 lamports, const SignerSeeds *signer) {
    u8 data[16] __attribute__((aligned(8))) = {2};
    AccountMeta metas[2] = {{from->key, 1, 1}, {to->key, 1, 0}};
    Instruction call = {&SYSTEM_PROGRAM, metas, 2, data, 12};
    write_u64(data + 4, lamports);
    return sol_invoke_signed_c(&call, input->accounts, input->count, signer, signer != 0);
}

/* Turns an address that the seeds sign for into an account of this program: zeros of that size, kept alive by the payer.
 * Lamports that somebody sent there before do not hinder it. */
static Result create_account(const Input *input, const Account *payer, const Account *account, u64 size, const SignerSeeds *signer) {
    u64 lamports;
    TRY(minimum_balance(size, &lamports));
    if (*account->lamports < lamports) TRY(transfer_lamports(input, payer, account, lamports - *account->lamports, 0));

    AccountMeta meta = {account->key, 1, 1};
    u8 data[40] __attribute__((aligned(8))) = {8};
    Instruction allocate = {&SYSTEM_PROGRAM, &meta, 1, data, 12};
    write_u64(data + 4, size);
    TRY(sol_invoke_signed_c(&allocate, input->accounts, input->count, signer, 1));

    data[0] = 1;
    sol_memcpy_(data + 4, input->program, 32);
    Instruction assign = {&SYSTEM_PROGRAM, &meta, 1, data, 36};
    return sol_invoke_signed_c(&assign, input->accounts, input->count, signer, 1);
}
