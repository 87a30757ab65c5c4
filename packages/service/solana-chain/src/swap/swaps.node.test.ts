import { eventually } from '@portage/testing';
import type { Chain, SwapPool, SwapQuote } from '@portage/core/chain';
import type { SolanaTransactionData } from '@portage/solana/transaction';
import { solanaCodec } from '@portage/solana/codec';
import {
  associatedTokenAddress,
  programs,
  send,
  wrappedSol,
  type TestPool,
} from '@portage/solana/program';
import { PublicKey, sendAndConfirmTransaction, Transaction, type Keypair } from '@solana/web3.js';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSolana } from '../../test/openSolana.js';
import { startChain, type TestChain } from '../../test/startChain.js';
import type { SolanaChainConfig } from '../index.js';

/** Swaps of payers on the real SVM: quotes from memory, and the transactions that keep them. */
let node: TestChain;
let chain: Chain;
let config: SolanaChainConfig;
let pools: readonly Pick<TestPool, 'address' | 'mints' | 'vaults'>[];
let port: string;
const closing = new AbortController();

beforeAll(async () => {
  node = await startChain({ finalizedAfter: 3 });
  ({ pools } = node.testPools);
  port = node.testPools.tokens.port.address;
  const { program } = node.testPools;
  const addresses = pools.map(({ address }) => address);
  config = {
    ...node.config,
    assets: [
      ...node.config.assets,
      { id: 'port', ...node.testPools.tokens.port, supportsBridging: false },
    ],
    swapSources: [{ id: 'test-pools', kind: 'test-pool', program, pools: addresses }],
  };
  chain = await openSolana(config, closing.signal, node.keys);
});
afterAll(async () => {
  closing.abort();
  await node.stop();
});

const accountOf = (owner: string, mint: string): string =>
  associatedTokenAddress({ owner, mint, tokenProgram: programs.token });

async function held(account: string): Promise<bigint> {
  const { value } = await node.connection.getTokenAccountBalance(new PublicKey(account));
  return BigInt(value.amount);
}

/** Currencies of a swap, SOL by its own address. */
interface Ends {
  readonly from: string;
  readonly to: string;
}
const native = solanaCodec.nativeCurrency;
const mintOf = (currency: string): string => (currency === native ? wrappedSol : currency);
const portToUsdc = (): Ends => ({ from: port, to: node.usdc });

const quote = (type: SwapQuote['type'], amount: bigint, { from, to } = portToUsdc()): SwapQuote =>
  chain.swaps!.quote({ tokenIn: mintOf(from), tokenOut: mintOf(to), type, amount })!.value;

/** Bounds of a swap: what comes out at least, and what goes in at most. */
interface Bounds extends Partial<Ends> {
  readonly minimum: bigint;
  readonly most: bigint;
}

/** Steps of a deposit that a swap brings. */
function stepsOf(payer: string, found: SwapQuote, bounds: Bounds) {
  const { minimum, most, from = port, to = node.usdc } = bounds;
  const calls = chain.swaps!.build(found, {
    limit: found.type === 'EXACT_INPUT' ? minimum : most,
    deadline: 2_000_000_000,
  });
  return chain.deposit!.steps({
    requestId: 'request',
    orderId: `0x${randomBytes(32).toString('hex')}`,
    payer,
    currency: to,
    amount: minimum,
    computeUnitLimit: true,
    swap: {
      currency: from,
      amount: most,
      calls,
      gas: found.gas,
      minimum,
      refundTo: payer,
      deadline: 2_000_000_000,
    },
  });
}

/** A swap that a payer makes alone. */
interface SwapAlone extends Ends {
  readonly payer: string;
  readonly recipient: string;
  readonly found: SwapQuote;
  readonly requestId?: string;
}

function swapAlone({ payer, recipient, found, from, to, requestId }: SwapAlone) {
  const isInput = found.type === 'EXACT_INPUT';
  const limit = isInput ? found.amountOut : found.amountIn;
  const deadline = 2_000_000_000;
  return chain.deposit!.swapSteps!({
    requestId: requestId ?? `0x${'ab'.repeat(32)}`,
    payer,
    recipient,
    currency: to,
    computeUnitLimit: true,
    swap: {
      currency: from,
      amount: found.amountIn,
      calls: chain.swaps!.build(found, { limit, deadline }),
      gas: found.gas,
      minimum: found.amountOut,
      refundTo: payer,
      deadline,
    },
  });
}

async function carryOut(signer: Keypair, steps: ReturnType<typeof stepsOf>): Promise<string> {
  const { instructions } = steps[0]!.items[0]!.data as unknown as SolanaTransactionData;
  const transaction = new Transaction();
  for (const { programId, keys, data } of instructions)
    transaction.add({
      programId: new PublicKey(programId),
      keys: keys.map((key) => ({ ...key, pubkey: new PublicKey(key.pubkey) })),
      data: Buffer.from(data, 'hex'),
    });
  return sendAndConfirmTransaction(node.connection, transaction, [signer]);
}

/** Waits until the reserves in memory are those of the chain. */
async function caughtUp(): Promise<void> {
  const inMemory = (): readonly SwapPool[] => chain.swaps!.sources[0]!.pools()!.value;
  expect(inMemory().map(({ id }) => id)).toEqual(pools.map(({ address }) => address));
  for (const [place, { mints, vaults }] of pools.entries()) {
    const [into, out] = [await held(vaults[0]), await held(vaults[1])];
    const counted = 1_000_000_000n * 9_970n;
    const expected = (counted * out) / (into * 10_000n + counted);
    await eventually(
      async () =>
        Promise.resolve(inMemory()[place]?.quoteExactInput(mints[0], 1_000_000_000n)?.amount),
      (amount) => amount === expected,
      { what: 'the reserves of the newest block' },
    );
  }
}

test.each([
  ['EXACT_INPUT', 1_000_000_000n],
  ['EXACT_OUTPUT', 300_000_000n],
] as const)('a quote is what the chain does, to the unit: %s', async (type, amount) => {
  await caughtUp();
  const signer = node.user(type === 'EXACT_INPUT' ? 0 : 1);
  const payer = signer.publicKey.toBase58();
  const found = quote(type, amount);
  const [source, destination] = [accountOf(payer, port), accountOf(payer, node.usdc)];
  const before = [await held(source), await held(destination)] as const;
  const worse = type === 'EXACT_INPUT' ? found.amountOut + 1n : found.amountOut;
  const most = type === 'EXACT_INPUT' ? found.amountIn : found.amountIn - 1n;
  await expect(carryOut(signer, stepsOf(payer, found, { minimum: worse, most }))).rejects.toThrow(
    '0x1791',
  );
  const exact = { minimum: found.amountOut, most: found.amountIn };
  const txId = await carryOut(signer, stepsOf(payer, found, exact));
  // All that comes out is paid in.
  expect([await held(source), await held(destination)]).toEqual([
    before[0] - found.amountIn,
    before[1],
  ]);
  const events = await eventually(
    () => chain.observe.trace(txId),
    (seen) => seen.length > 0,
    { what: 'the deposit' },
  );
  expect(events).toMatchObject([
    { type: 'deposit', payer, depositor: payer, currency: node.usdc, amount: found.amountOut },
  ]);
});

const lamportsOf = async (owner: string): Promise<bigint> =>
  BigInt(await node.connection.getBalance(new PublicKey(owner)));

test.each([
  ['SOL into USDC, all of it', 'EXACT_INPUT', 1_000_000_000n, true],
  ['SOL into exact USDC', 'EXACT_OUTPUT', 100_000_000n, true],
  ['PORT into SOL, all of it', 'EXACT_INPUT', 1_000_000_000n, false],
  ['PORT into exact SOL', 'EXACT_OUTPUT', 500_000_000n, false],
] as const)('SOL is wrapped and unwrapped on the way: %s', async (_, type, amount, isFrom) => {
  await caughtUp();
  const signer = node.user(4);
  const payer = signer.publicKey.toBase58();
  const ends = isFrom ? { from: native, to: node.usdc } : { from: port, to: native };
  const found = quote(type, amount, ends);
  // What an exact output leaves of the most comes back as SOL.
  const most = type === 'EXACT_INPUT' ? found.amountIn : found.amountIn + 5_000_000n;
  const before = await lamportsOf(payer);
  const paying = { minimum: found.amountOut, most, ...ends };
  const txId = await carryOut(signer, stepsOf(payer, found, paying));
  const spent = before - (await lamportsOf(payer));
  const events = await eventually(
    () => chain.observe.trace(txId),
    (seen) => seen.length > 0,
    { what: 'the deposit' },
  );
  expect(events).toMatchObject([
    { type: 'deposit', payer, currency: ends.to, amount: found.amountOut },
  ]);
  // Nothing but the swap and the fee of the transaction: no rent, and no account is left behind.
  const { meta } = (await node.connection.getParsedTransaction(txId))!;
  expect(spent - BigInt(meta!.fee)).toBe(isFrom ? found.amountIn : 0n);
  expect(await node.connection.getAccountInfo(new PublicKey(accountOf(payer, wrappedSol)))).toBe(
    null,
  );
});

test.each([
  ['SOL for PORT', 'EXACT_INPUT', 300_000_000n, native, () => port, false],
  ['SOL for exact PORT', 'EXACT_OUTPUT', 40_000_000n, native, () => port, false],
  ['PORT for SOL', 'EXACT_INPUT', 40_000_000n, () => port, native, true],
  ['PORT for exact SOL', 'EXACT_OUTPUT', 30_000_000n, () => port, native, true],
  ['USDC for PORT', 'EXACT_INPUT', 40_000_000n, () => node.usdc, () => port, false],
  ['SOL for USDC', 'EXACT_INPUT', 300_000_000n, native, () => node.usdc, false],
] as const)('a payer swaps alone: %s', async (_, type, amount, given, taken, toSelf) => {
  await caughtUp();
  const named = (each: string | (() => string)): string =>
    typeof each === 'string' ? each : each();
  const ends = { from: named(given), to: named(taken) };
  const signer = node.user(5);
  const payer = signer.publicKey.toBase58();
  const recipient = toSelf ? payer : solanaCodec.decodeAddress(randomBytes(32));
  const found = quote(type, amount, ends);
  const made = swapAlone({ payer, recipient, found, ...ends });
  const before = await chain.balances.read(recipient, ends.to);
  const txId = await carryOut(signer, made.steps);
  const events = await chain.observe.trace(txId);
  expect(events).toMatchObject([
    { type: 'swap', swapId: made.swapId, owner: payer, currency: ends.to, amount: found.amountOut },
  ]);
  expect(await chain.observe.confirm(events)).toEqual([true]);
  if (!toSelf)
    expect((await chain.balances.read(recipient, ends.to)) - before).toBe(found.amountOut);
  const head = events[0]!.height;
  const search = { payers: [payer], first: head, last: head };
  expect(chain.observe.sends!.findsSwaps).toBe(true);
  expect(await chain.observe.sends!.find(search, closing.signal)).toEqual([txId]);
});

test('the same swap of another request, or for somebody else, has another id', () => {
  const payer = node.user(5).publicKey.toBase58();
  const found = quote('EXACT_INPUT', 40_000_000n);
  const swap = { payer, recipient: payer, found, from: port, to: node.usdc };
  const idOf = (changes: Partial<Parameters<typeof swapAlone>[0]>): string =>
    swapAlone({ ...swap, ...changes }).swapId;
  const ids = [
    idOf({}),
    idOf({ requestId: `0x${'ac'.repeat(32)}` }),
    idOf({ recipient: node.user(6).publicKey.toBase58() }),
    idOf({ payer: node.user(6).publicKey.toBase58() }),
    idOf({ found: quote('EXACT_INPUT', 40_000_001n) }),
  ];
  expect(new Set(ids).size).toBe(ids.length);
  expect(idOf({})).toBe(ids[0]);
});

test('SOL goes to nobody but its payer, and programs swap through orders', () => {
  const payer = node.user(5).publicKey.toBase58();
  const recipient = node.user(6).publicKey.toBase58();
  const { canSwapAlone } = chain.deposit!;
  expect(canSwapAlone!({ payer, recipient: payer, currency: native })).toBe(true);
  expect(canSwapAlone!({ payer, recipient, currency: port })).toBe(true);
  expect(canSwapAlone!({ payer, recipient, currency: native })).toBe(false);
  const vault = pools[0]!.address;
  expect(canSwapAlone!({ payer: vault, recipient, currency: port })).toBe(false);
});

test('what comes out beyond the least stays with the payer', async () => {
  await caughtUp();
  const signer = node.user(2);
  const payer = signer.publicKey.toBase58();
  const found = quote('EXACT_INPUT', 500_000_000n);
  const before = await held(accountOf(payer, node.usdc));
  const least = found.amountOut - 7_000n;
  await carryOut(signer, stepsOf(payer, found, { minimum: least, most: found.amountIn }));
  expect(await held(accountOf(payer, node.usdc))).toBe(before + 7_000n);
});

test('tokens that somebody sends to a vault are reserves at the next block', async () => {
  const signer = node.user(3);
  const payer = signer.publicKey.toBase58();
  const terms = { payer, recipient: pools[1]!.address, decimals: 6, currency: port };
  const before = quote('EXACT_INPUT', 1_000_000_000n).amountOut;
  const transaction = new Transaction();
  for (const { programId, keys, data } of send({ ...terms, amount: 50_000_000_000n }))
    transaction.add({
      programId: new PublicKey(programId),
      keys: keys.map((key) => ({ ...key, pubkey: new PublicKey(key.pubkey) })),
      data: Buffer.from(data),
    });
  await sendAndConfirmTransaction(node.connection, transaction, [signer]);
  await caughtUp();
  expect(quote('EXACT_INPUT', 1_000_000_000n).amountOut).toBeLessThan(before);
});

test('a way has one part, and no more pools than allowed', () => {
  const wrapped = pools[0]!.mints.find((mint) => mint !== node.usdc)!;
  const ask = (hopsMax: number) =>
    chain.swaps!.quote({
      tokenIn: port,
      tokenOut: wrapped,
      type: 'EXACT_INPUT',
      amount: 1_000_000n,
      hopsMax,
      partsMax: 4,
    })?.value;
  expect(ask(1)).toBeUndefined();
  expect(ask(2)?.parts.map(({ hops }) => hops.map(({ pool }) => pool))).toEqual([
    [pools[1]!.address, pools[0]!.address],
  ]);
  expect(ask(2)?.gas).toBe(70_000);
});

test('the list of chains names the program, and nobody is paid at a pool', () => {
  const { program } = node.testPools;
  expect(chain.info.contracts['swapProgram']).toBe(program);
  for (const account of [program, ...pools.map(({ address }) => address)])
    expect(() => chain.checkRecipient(account)).toThrow(
      expect.objectContaining({ code: 'INVALID_RECIPIENT' }),
    );
});

test('an account that is no pool of its program is refused at the start', async () => {
  const stop = new AbortController();
  const { program } = node.testPools;
  const source = { id: 'test-pools', kind: 'test-pool' as const, program };
  const opened = openSolana(
    { ...config, swapSources: [{ ...source, pools: [pools[0]!.address, node.usdc] }] },
    stop.signal,
    node.keys,
  );
  await expect(opened).rejects.toMatchObject({ code: 'INVALID_CONFIGURATION' });
  await expect(opened).rejects.toThrow(node.usdc);
  stop.abort();
});

test('a chain without sources takes no swaps', async () => {
  const stop = new AbortController();
  const without = await openSolana(node.config, stop.signal, node.keys);
  expect([without.swaps, without.deposit!.takesSwaps]).toEqual([undefined, undefined]);
  expect(without.info.contracts['swapProgram']).toBeUndefined();
  stop.abort();
});
