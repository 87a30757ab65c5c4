/* What the runtime gives a program: types, system calls, the accounts and data of an instruction. */
#pragma once

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long u64;
typedef long i64;
typedef _Bool bool;

/* 0, or why the instruction fails: one of errors.h, or what a called program answered. */
typedef u64 Result;

#define CHECK(condition, error) do { if (!(condition)) return (error); } while (0)
#define TRY(expression) do { Result result_ = (expression); if (result_) return result_; } while (0)

/* Addresses lie on multiples of eight bytes wherever this type is used. */
typedef struct { u64 words[4]; } Address;

typedef struct { const u8 *at; u64 length; } Slice;

/* An account of the instruction, in the layout that `sol_invoke_signed_c` reads. */
typedef struct {
    const Address *key;
    u64 *lamports;
    u64 data_length;
    u8 *data;
    const Address *owner;
    u64 rent_epoch;
    u8 is_signer;
    u8 is_writable;
    u8 executable;
} Account;

typedef struct { const Address *key; u8 is_writable; u8 is_signer; } AccountMeta;

typedef struct {
    const Address *program;
    const AccountMeta *metas;
    u64 meta_count;
    const u8 *data;
    u64 data_length;
} Instruction;

typedef struct { const Slice *seeds; u64 count; } SignerSeeds;

typedef struct { u64 slot; i64 epoch_start; u64 epoch; u64 leader_epoch; i64 unix_timestamp; } Clock;

/* `threshold` is the bit pattern of a double. */
typedef struct { u64 lamports_per_byte; u64 threshold; u64 burn_percent; } Rent;

extern u64 sol_invoke_signed_c(const Instruction *, const Account *, u64, const SignerSeeds *, u64);
extern u64 sol_try_find_program_address(const Slice *, u64, const Address *, Address *, u8 *);
extern u64 sol_create_program_address(const Slice *, u64, const Address *, Address *);
extern u64 sol_get_clock_sysvar(Clock *);
extern u64 sol_get_rent_sysvar(Rent *);
extern u64 sol_sha256(const Slice *, u64, u8 *);
extern u64 sol_memcpy_(void *, const void *, u64);
extern u64 sol_memcmp_(const void *, const void *, u64, int *);
extern u64 sol_log_data(const Slice *, u64);

#define SLICE(pointer, size) ((Slice){(const u8 *)(pointer), (size)})
#define TEXT(literal) SLICE(literal, sizeof(literal) - 1)

static bool same(const Address *a, const Address *b) {
    return a->words[0] == b->words[0] && a->words[1] == b->words[1] && a->words[2] == b->words[2] &&
           a->words[3] == b->words[3];
}

static bool is_zero(const Address *a) {
    return (a->words[0] | a->words[1] | a->words[2] | a->words[3]) == 0;
}

/* For bytes that may lie anywhere. */
static bool same_bytes(const void *a, const void *b, u64 length) {
    int difference = 1;
    sol_memcmp_(a, b, length, &difference);
    return difference == 0;
}

static u16 read_u16(const u8 *at) { return (u16)(at[0] | at[1] << 8); }
static u32 read_u32(const u8 *at) { return (u32)read_u16(at) | (u32)read_u16(at + 2) << 16; }

static void write_u64(u8 *at, u64 value) {
    for (u64 i = 0; i < 8; i++) at[i] = (u8)(value >> (8 * i));
}
