import { getAccount, getAssociatedTokenAddressSync, NATIVE_MINT } from '@solana/spl-token';
import {
  Connection,
  Keypair,
  PublicKey,
  sendAndConfirmTransaction,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js';
import { readTestPool, swapThroughTestPools } from '@portage/solana/program';
import { base58 } from '@scure/base';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDevnet, solanaChain, type Devnet, type SolanaDevnetChain } from '../index.js';

let devnet: Devnet;
let chain: SolanaDevnetChain;
let connection: Connection;

beforeAll(async () => {
  devnet = await createDevnet({
    chains: [{ vm: 'svm', id: 792703809, slug: 'solana', name: 'Solana' }],
    ports: [0],
    controlPort: 0,
    solana: { slotMs: 100 },
  });
  chain = solanaChain(devnet.description);
  connection = new Connection(chain.rpcUrl, 'confirmed');
});

afterAll(async () => {
  await devnet.close();
});

async function held(account: string): Promise<bigint> {
  return (await getAccount(connection, new PublicKey(account))).amount;
}

test('the pools are there from the start, as the description tells them', async () => {
  const { program, pools, tokens } = chain.testPools;
  const others = [NATIVE_MINT.toBase58(), tokens.port.address];
  expect(pools).toHaveLength(2);
  for (const [index, pool] of pools.entries()) {
    const { feeBps, ...rest } = pool;
    const account = await connection.getAccountInfo(new PublicKey(pool.address));
    expect(account?.owner.toBase58()).toBe(program);
    expect(readTestPool(pool.address, account!.data)).toEqual({ ...rest, feeBps: BigInt(feeBps) });
    expect(new Set(pool.mints)).toEqual(new Set([chain.tokens.usdc.address, others[index]]));
  }
  const reserves = await Promise.all(pools.map(({ vaults }) => Promise.all(vaults.map(held))));
  const sorted = reserves.map((each) => each.sort((a, b) => (a < b ? -1 : 1)));
  expect(sorted).toEqual([
    [3_000_000_000_000n, 20_000_000_000_000n],
    [1_000_000_000_000n, 2_000_000_000_000n],
  ]);
});

test('a user swaps the test token for USDC by a transaction of web3.js', async () => {
  const { program, pools, tokens } = chain.testPools;
  const user = Keypair.fromSecretKey(base58.decode(chain.accounts[0]!.secretKey));
  const accountOf = (mint: string): string =>
    getAssociatedTokenAddressSync(new PublicKey(mint), user.publicKey).toBase58();
  const [source, destination] = [tokens.port.address, chain.tokens.usdc.address].map(accountOf);
  const pool = pools[1]!;
  const swap = swapThroughTestPools({
    program,
    pools: [{ ...pool, feeBps: BigInt(pool.feeBps) }],
    authority: user.publicKey.toBase58(),
    source: source!,
    destination: destination!,
    mintIn: tokens.port.address,
    type: 'EXACT_INPUT',
    amount: 1_000_000_000n,
    limit: 1_992_013_962n,
  });
  const instruction = new TransactionInstruction({
    programId: new PublicKey(swap.programId),
    keys: swap.keys.map(({ pubkey, ...flags }) => ({ pubkey: new PublicKey(pubkey), ...flags })),
    data: Buffer.from(swap.data),
  });
  await sendAndConfirmTransaction(connection, new Transaction().add(instruction), [user]);
  expect([await held(source!), await held(destination!)]).toEqual([
    99_000_000_000n,
    1_001_992_013_962n,
  ]);
});
