/* The instruction that a program was called with. */
#pragma once
#include "abi.h"
#include "errors.h"

/* The most accounts that an instruction has, unless its program says otherwise. */
#ifndef MAX_ACCOUNTS
#define MAX_ACCOUNTS 12
#endif

/* Room that the runtime leaves behind the data of each account. */
#define DATA_INCREASE 10240

typedef struct {
    Account accounts[MAX_ACCOUNTS];
    u64 count;
    const u8 *data;
    u64 data_length;
    const Address *program;
} Input;

static u64 take_u64(const u8 **at) {
    u64 value = *(const u64 *)*at;
    *at += 8;
    return value;
}

/* Reads what the loader wrote: accounts, data, program. An account that was already listed is a reference to it. */
static Result read_input(const u8 *at, Input *input) {
    input->count = take_u64(&at);
    CHECK(input->count <= MAX_ACCOUNTS, ERROR_ACCOUNT_COUNT);
    for (u64 i = 0; i < input->count; i++) {
        Account *account = &input->accounts[i];
        const u8 *head = at;
        at += 8;
        if (head[0] != 0xff) {
            CHECK(head[0] < i, ERROR_INSTRUCTION_DATA);
            *account = input->accounts[head[0]];
            continue;
        }
        account->is_signer = head[1];
        account->is_writable = head[2];
        account->executable = head[3];
        account->key = (const Address *)at;
        account->owner = (const Address *)(at + 32);
        account->lamports = (u64 *)(at + 64);
        account->data_length = *(const u64 *)(at + 72);
        account->data = (u8 *)(at + 80);
        at += 80 + ((account->data_length + DATA_INCREASE + 7) & ~7UL);
        account->rent_epoch = take_u64(&at);
    }
    input->data_length = take_u64(&at);
    input->data = at;
    input->program = (const Address *)(at + input->data_length);
    return 0;
}
