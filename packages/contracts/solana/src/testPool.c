/* Test pool: two tokens traded against each other along a constant product, on local chains only. A pool is filled by
 * sending tokens to its vaults, and nobody can take them out again: there is no owner, and there are no shares. */
#define MAX_ACCOUNTS 18
#include "constantProduct.h"
#include "system.h"
#include "token.h"

#define INITIALIZE_POOL 0x28e8ae54ac0ab45f   /* global:initialize_pool */
#define SWAP_EXACT_INPUT 0x5e516e89968ecbc2  /* global:swap_exact_input */
#define SWAP_EXACT_OUTPUT 0xa2a870dff24c632d /* global:swap_exact_output */
#define POOL 0xbc6db111046d9af1              /* account:Pool */

typedef struct {
    u64 discriminator;
    /* The first mint has the lower address. */
    Address mints[2];
    Address vaults[2];
    u64 fee_bps;
    u64 bump;
} Pool;

typedef struct { u64 discriminator; u64 fee_bps; } Initialize;

/* The exact amount, and the least output or the most input. */
typedef struct { u64 discriminator; u64 amount; u64 limit; } Swap;

static bool is_lower(const Address *a, const Address *b) {
    int difference = 0;
    sol_memcmp_(a, b, 32, &difference);
    return difference < 0;
}

/* Accounts: pool (writable), payer (signer, writable), the two mints, the two vaults (writable; the pool's associated
 * accounts), token program, system program. The fee is in the pool's address, so nobody can come first with another. */
static Result initialize_pool(const Input *input) {
    const Account *a = input->accounts;
    const Account *pool = &a[0], *payer = &a[1], *program = &a[6];
    u8 bump;
    TRY(expect_count(input, 8));
    TRY(expect_data(input, sizeof(Initialize)));
    u64 fee_bps = ((const Initialize *)input->data)->fee_bps;
    CHECK(fee_bps < WHOLE, ERROR_INSTRUCTION_DATA);
    TRY(expect_payer(payer));
    TRY(expect_writable(pool));
    TRY(expect_address(program, &TOKEN_PROGRAM));
    TRY(expect_address(&a[7], &SYSTEM_PROGRAM));
    TRY(expect_mint(&a[2], program));
    TRY(expect_mint(&a[3], program));
    CHECK(is_lower(a[2].key, a[3].key), ERROR_MINT);

    Slice seeds[5] = {TEXT("pool"), SLICE(a[2].key, 32), SLICE(a[3].key, 32), SLICE(&fee_bps, 8)};
    TRY(expect_derived(pool, seeds, 4, input->program, &bump));
    CHECK(same(pool->owner, &SYSTEM_PROGRAM), ERROR_ALREADY_INITIALIZED);
    TRY(expect_associated(&a[4], pool->key, &a[2], program));
    TRY(expect_associated(&a[5], pool->key, &a[3], program));
    seeds[4] = SLICE(&bump, 1);
    SignerSeeds signer = {seeds, 5};
    TRY(create_account(input, payer, pool, sizeof(Pool), &signer));

    Pool *made = (Pool *)pool->data;
    made->discriminator = POOL;
    made->fee_bps = fee_bps;
    made->bump = bump;
    for (u64 i = 0; i < 2; i++) {
        made->mints[i] = *a[2 + i].key;
        made->vaults[i] = *a[4 + i].key;
    }
    return 0;
}

static Result read_pool(const Input *input, const Account *account, const Pool **pool) {
    CHECK(same(account->owner, input->program), ERROR_OWNER);
    CHECK(account->data_length == sizeof(Pool), ERROR_NOT_INITIALIZED);
    *pool = (const Pool *)account->data;
    CHECK((*pool)->discriminator == POOL, ERROR_NOT_INITIALIZED);
    return 0;
}

/* A token account of a mint, in the layout of the token program. */
static Result expect_holding(const Account *account, const Address *mint) {
    CHECK(same(account->owner, &TOKEN_PROGRAM), ERROR_OWNER);
    CHECK(account->data_length == TOKEN_ACCOUNT_LENGTH, ERROR_TOKEN_ACCOUNT);
    CHECK(same((const Address *)account->data, mint), ERROR_TOKEN_ACCOUNT);
    return expect_writable(account);
}

typedef struct { const Account *from; const Account *to; const Account *authority; } Move;

/* Moves an exact amount: mints of the token program keep no fee. */
static Result move(const Input *input, const Move *way, u64 amount, const SignerSeeds *signer) {
    u8 data[16] __attribute__((aligned(8))) = {3};
    AccountMeta metas[3] = {{way->from->key, 1, 0}, {way->to->key, 1, 0}, {way->authority->key, 0, 1}};
    Instruction call = {&TOKEN_PROGRAM, metas, 3, data, 9};
    write_u64(data + 1, amount);
    return sol_invoke_signed_c(&call, input->accounts, input->count, signer, signer != 0);
}

/* The most pools of a swap, and the accounts of each: pool, vault that receives, vault that pays. */
#define HOPS_MAX 4
#define HOP_ACCOUNTS 3
#define FIRST_HOP 6

typedef struct {
    const Account *account;
    const Account *vault_in;
    const Account *vault_out;
    const Pool *pool;
    u64 reserve_in;
    u64 reserve_out;
} Hop;

/* Which vault receives says in which direction the swap goes. */
static Result read_hop(const Input *input, const Account *a, Hop *hop, const Address **mint) {
    TRY(read_pool(input, &a[0], &hop->pool));
    u64 in = same(a[1].key, &hop->pool->vaults[0]) ? 0 : 1;
    TRY(expect_address(&a[1], &hop->pool->vaults[in]));
    TRY(expect_address(&a[2], &hop->pool->vaults[1 - in]));
    CHECK(same(*mint, &hop->pool->mints[in]), ERROR_MINT);
    TRY(expect_holding(&a[1], &hop->pool->mints[in]));
    TRY(expect_holding(&a[2], &hop->pool->mints[1 - in]));
    hop->account = &a[0];
    hop->vault_in = &a[1];
    hop->vault_out = &a[2];
    hop->reserve_in = token_amount(&a[1]);
    hop->reserve_out = token_amount(&a[2]);
    *mint = &hop->pool->mints[1 - in];
    return 0;
}

/* What each hop takes, and at the end what the last one gives, from the reserves before anything moved. Zero is no amount. */
static Result find_amounts(const Hop *hops, u64 count, const Swap *asked, bool is_input_exact, u64 *amounts) {
    if (is_input_exact) {
        amounts[0] = asked->amount;
        for (u64 i = 0; i < count; i++)
            amounts[i + 1] = output_of(amounts[i], hops[i].reserve_in, hops[i].reserve_out, hops[i].pool->fee_bps);
    } else {
        amounts[count] = asked->amount;
        for (u64 i = count; i-- > 0;)
            amounts[i] = input_for(amounts[i + 1], hops[i].reserve_in, hops[i].reserve_out, hops[i].pool->fee_bps);
    }
    for (u64 i = 0; i <= count; i++) CHECK(amounts[i] != 0, ERROR_ZERO_AMOUNT);
    CHECK(is_input_exact ? amounts[count] >= asked->limit : amounts[0] <= asked->limit, ERROR_SWAP_LIMIT);
    return 0;
}

/* Moves what a pool gives. */
static Result pay_out(const Input *input, const Hop *hop, const Account *to, u64 amount) {
    const Pool *pool = hop->pool;
    Slice seeds[5] = {TEXT("pool"), SLICE(&pool->mints[0], 32), SLICE(&pool->mints[1], 32), SLICE(&pool->fee_bps, 8), SLICE(&pool->bump, 1)};
    SignerSeeds signer = {seeds, 5};
    Move way = {hop->vault_out, to, hop->account};
    return move(input, &way, amount, &signer);
}

/* Accounts: authority (signer; owns the account that pays), account that pays (writable), account that receives (writable;
 * anybody's), mint that is paid, mint that is received, token program, then one to four pools, one after the other: pool,
 * vault that receives (writable), vault that pays (writable). A pool pays straight into the next one, and no pool comes
 * twice. The mints are named so that whoever reads the instruction knows what is swapped. */
static Result swap(const Input *input, bool is_input_exact) {
    const Account *a = input->accounts;
    const Account *authority = &a[0], *source = &a[1], *destination = &a[2];
    u64 count = (input->count - FIRST_HOP) / HOP_ACCOUNTS;
    CHECK(input->count > FIRST_HOP && count <= HOPS_MAX, ERROR_ACCOUNT_COUNT);
    CHECK(input->count == FIRST_HOP + count * HOP_ACCOUNTS, ERROR_ACCOUNT_COUNT);
    TRY(expect_data(input, sizeof(Swap)));
    const Swap *asked = (const Swap *)input->data;
    TRY(expect_signer(authority));
    TRY(expect_address(&a[5], &TOKEN_PROGRAM));

    Hop hops[HOPS_MAX];
    const Address *mint = a[3].key;
    for (u64 i = 0; i < count; i++) {
        TRY(read_hop(input, &a[FIRST_HOP + i * HOP_ACCOUNTS], &hops[i], &mint));
        for (u64 j = 0; j < i; j++) CHECK(!same(hops[j].account->key, hops[i].account->key), ERROR_ADDRESS);
    }
    const Hop *last = &hops[count - 1];
    CHECK(same(mint, a[4].key), ERROR_MINT);
    TRY(expect_holding(source, a[3].key));
    TRY(expect_holding(destination, mint));
    CHECK(same((const Address *)(source->data + 32), authority->key), ERROR_TOKEN_ACCOUNT);
    CHECK(!same(source->key, destination->key), ERROR_TOKEN_ACCOUNT);
    for (u64 i = 0; i < count; i++) CHECK(!same(destination->key, hops[i].vault_in->key), ERROR_TOKEN_ACCOUNT);
    CHECK(!same(source->key, hops[0].vault_in->key) && !same(destination->key, last->vault_out->key), ERROR_TOKEN_ACCOUNT);

    u64 amounts[HOPS_MAX + 1];
    TRY(find_amounts(hops, count, asked, is_input_exact, amounts));
    Move pays = {source, hops[0].vault_in, authority};
    TRY(move(input, &pays, amounts[0], 0));
    for (u64 i = 0; i < count; i++)
        TRY(pay_out(input, &hops[i], i + 1 < count ? hops[i + 1].vault_in : destination, amounts[i + 1]));
    return 0;
}

Result entrypoint(const u8 *bytes) {
    Input input;
    TRY(read_input(bytes, &input));
    CHECK(input.data_length >= 8, ERROR_INSTRUCTION_DATA);
    switch (*(const u64 *)input.data) {
        case INITIALIZE_POOL: return initialize_pool(&input);
        case SWAP_EXACT_INPUT: return swap(&input, 1);
        case SWAP_EXACT_OUTPUT: return swap(&input, 0);
        default: return ERROR_UNKNOWN_INSTRUCTION;
    }
}
