import { eventually } from '@portage/testing';
import { depositoryAbi } from '@portage/contracts';
import { isPortageError, type Quote } from '@portage/core';
import { createPortage } from '@portage/sdk';
import { createEvmExecutor, reclaim } from '@portage/sdk/evm';
import {
  createWalletClient,
  encodeFunctionData,
  http,
  parseEther,
  parseTransaction,
  zeroAddress,
  type Hex,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContext } from '../src/createContext.js';
import { earningsCollected } from '../src/demonstrations/earnings.js';
import { reclaimRefusedAfterFill } from '../src/demonstrations/reclaim.js';
import { transfer } from '../src/demonstrations/transfer.js';
import { evmChains } from './evmChains.js';
import { startTestSystem, type TestSystem } from './testSystem.js';

/**
 * Payers that ask the depository for their money back, on real chains, and what fills have earned.
 */
let system: TestSystem;

const base = 8453;
/** Delay of the devnet's depositories. */
const delay = 96 * 3_600;
const amount = parseEther('0.2');

beforeAll(async () => {
  system = await startTestSystem({ chains: evmChains });
});
afterAll(() => system.close());

const contextOf = (index: number) => createContext(system, index);

function walletOf(index: number, chainId: 8453 | 10 = base) {
  return createWalletClient({
    account: privateKeyToAccount(system.privateKey(index)),
    chain: system.devnet.client(chainId).chain,
    transport: http(system.chain(chainId).rpcUrl),
  });
}

interface Payer {
  readonly index: number;
  readonly recipient: Hex;
  readonly refundTo: Hex;
}

function payer(index: number): Payer {
  const fresh = (): Hex => privateKeyToAddress(generatePrivateKey());
  return { index, recipient: fresh(), refundTo: fresh() };
}

async function quoteFor({ index, recipient, refundTo }: Payer): Promise<Quote> {
  return await createPortage({ baseUrl: system.url }).getQuote(
    requestOf(index, recipient, refundTo),
  );
}

function requestOf(index: number, recipient: Hex, refundTo: Hex) {
  return {
    user: privateKeyToAccount(system.privateKey(index)).address,
    recipient,
    refundTo,
    originChainId: base,
    destinationChainId: 10,
    amount: amount.toString(),
  };
}

/** Deposits under an order, and asks for it back in the same block. */
async function depositAndAsk(index: number, orderId: Hex): Promise<void> {
  const wallet = walletOf(index);
  const { depository } = system.chain(base).contracts;
  const { address } = wallet.account;
  const nonce = await system.devnet.client(base).getTransactionCount({ address });
  await system.devnet.pauseMining(base);
  const send = (data: Hex, more: { readonly nonce: number; readonly value?: bigint }) =>
    wallet.sendTransaction({ to: depository, data, gas: 300_000n, ...more });
  const hashes = [
    await send(
      encodeFunctionData({
        abi: depositoryAbi,
        functionName: 'depositNative',
        args: [address, orderId],
      }),
      { nonce, value: amount },
    ),
    await send(
      encodeFunctionData({
        abi: depositoryAbi,
        functionName: 'requestReclaim',
        args: [orderId, zeroAddress],
      }),
      { nonce: nonce + 1 },
    ),
  ];
  await system.devnet.mine(base);
  await system.devnet.resumeMining(base);
  for (const hash of hashes)
    expect((await system.devnet.client(base).getTransactionReceipt({ hash })).status).toBe(
      'success',
    );
}

/** Status of a payer's reclaim, or the code of its error. */
async function reclaimOf(index: number, orderId: string): Promise<string> {
  const { depository } = system.chain(base).contracts;
  try {
    const deposit = { orderId, depository };
    return (await reclaim({ wallet: walletOf(index), chainId: base, deposit, pollMs: 50 })).status;
  } catch (error) {
    if (isPortageError(error)) return error.code;
    throw error;
  }
}

const held = (orderId: string, index: number): Promise<bigint> =>
  system.devnet
    .client(base)
    .readContract({
      abi: depositoryAbi,
      address: system.chain(base).contracts.depository,
      functionName: 'escrowOf',
      args: [orderId as Hex, walletOf(index).account.address, zeroAddress],
    });

const paidOn = (chainId: 8453 | 10, address: Hex): Promise<bigint> =>
  system.devnet.client(chainId).getBalance({ address });

test('what fills earn is collected by one release', async () => {
  const { checked } = await earningsCollected.run(contextOf(0));
  expect(checked).toBe('collected = paid in, depository = books');
});

test('P9, P11: what a stranger carries out before us is collected whole, and is booked once', async () => {
  const { settlement, chains } = system.service;
  const [origin, sum] = [10, 1_200_000_000n] as const;
  const { account } = chains.byId(origin).vault!;
  const usdc = system.usdc(origin).toLowerCase();
  const asset = `${String(origin)}:${usdc}`;
  const solver = system.devnet.description.roles.solver.address;
  const held = (holder: string) => chains.byId(origin).balances.read(holder, usdc);
  const before = {
    collected: await settlement.ledger.balance('collected', asset),
    vault: await held(account),
    solver: await held(solver),
  };
  const send = (amount: string) =>
    transfer(contextOf(5), { from: 'usdc@optimism', to: 'usdc@base', amount });
  expect(await send('100')).toMatchObject({ status: 'success' });
  // With the second deposit the earnings are worth a collection, which waits for a block.
  const second = send('1100');
  const finalDeposits = () =>
    settlement.query(
      `select 1 from deposits where chain_id = $1 and amount = 1100000000 and state = 'final'`,
      [origin],
    );
  await eventually(
    async () => (await finalDeposits()).length,
    (value) => value === 1,
    { what: 'the deposit is final' },
  );
  await system.devnet.pauseMining(origin);
  expect(await second).toMatchObject({ status: 'success' });
  const ours = () =>
    settlement.query<{ tx_id: Hex; raw: string; state: string }>(
      `select tx_id, encode(raw, 'hex') as raw, state from outbox where chain_id = $1 and purpose = 'collection'
         order by stored_at desc limit 1`,
      [origin],
    );
  await eventually(
    async () => (await ours())[0]?.state,
    (value) => value === 'sent',
    { what: 'the collection is sent' },
  );
  const [{ tx_id: hash, raw } = { tx_id: '0x' as const, raw: '' }] = await ours();
  const { data, maxFeePerGas = 0n } = parseTransaction(`0x${raw}` as `0x02${string}`);
  const theirs = await walletOf(6, origin).sendTransaction({
    to: system.chain(origin).contracts.depository,
    data,
    gas: 1_000_000n,
    maxFeePerGas: 10n * maxFeePerGas,
    maxPriorityFeePerGas: 10n * maxFeePerGas,
  });
  await system.devnet.mine(origin);
  await system.devnet.resumeMining(origin);
  const client = system.devnet.client(origin);
  expect((await client.waitForTransactionReceipt({ hash: theirs })).status).toBe('success');
  expect((await client.waitForTransactionReceipt({ hash })).status).toBe('reverted');

  const collected = () => settlement.ledger.balance('collected', asset);
  await eventually(collected, (value) => value === before.collected - sum, {
    what: 'the books have seen what came home',
  });
  expect([await held(account), await held(solver)]).toEqual([before.vault, before.solver + sum]);
  expect((await ours())[0]?.state).toBe('reverted');
  const releases = await settlement.query(
    `select amount, unbooked from releases where chain_id = $1 and tx_id = $2 and state = 'seen' order by amount`,
    [origin, theirs],
  );
  expect(releases).toEqual([
    { amount: 100_000_000n, unbooked: false },
    { amount: 1_100_000_000n, unbooked: false },
  ]);
  expect(await settlement.query('select 1 from failed_collections')).toEqual([]);
  expect(await system.books.audit()).toEqual([]);
});

test('a payer that asks at once, and after the fill, never has both', async () => {
  const { summary } = await reclaimRefusedAfterFill.run(contextOf(1));
  expect(summary).toContain('withdrawn by the solver');
});

test('of three payers that ask, before the fill, after it, and for what nobody fills, each has its money once', async () => {
  const [before, after] = [payer(2), payer(3)];
  const unknown: Hex = `0x${'5e'.repeat(32)}`;
  // One asks in the block of its deposit.
  const first = await quoteFor(before);
  const firstOrder = first.protocol.v2!.orderId;
  await depositAndAsk(before.index, firstOrder as Hex);
  // One is filled, and asks then.
  const request = requestOf(after.index, after.recipient, after.refundTo);
  const portage = createPortage({
    baseUrl: system.url,
    executors: [createEvmExecutor({ wallet: walletOf(after.index), pollMs: 50 })],
  });
  const second = await portage.getQuote(request);
  const secondOrder = second.protocol.v2!.orderId;
  const { minimumAmount: minAmountOut } = second.details.currencyOut;
  expect(await portage.execute({ quote: second, request, minAmountOut })).toMatchObject({
    status: 'success',
  });
  expect(await reclaimOf(after.index, secondOrder)).toBe('requested');
  // One pays under an order that was never quoted.
  await depositAndAsk(4, unknown);
  expect(await reclaimOf(4, unknown)).toBe('RECLAIM_NOT_READY');

  expect(await portage.waitForStatus(first.requestId)).toMatchObject({
    status: 'refund',
    failReason: 'RECLAIM_REQUESTED',
  });
  await eventually(
    () => held(secondOrder, after.index),
    (value) => value === 0n,
    { what: 'the solver withdraws what the fill has earned' },
  );
  await system.devnet.shiftClock(base, delay);
  expect(await reclaimOf(before.index, firstOrder)).toBe('NOTHING_TO_RECLAIM');
  expect(await reclaimOf(after.index, secondOrder)).toBe('NOTHING_TO_RECLAIM');
  expect(await reclaimOf(4, unknown)).toBe('taken');
  expect(await reclaimOf(4, unknown)).toBe('NOTHING_TO_RECLAIM');

  // The first has its refund, the second what it bought, and neither has the other.
  expect(await paidOn(10, before.recipient)).toBe(0n);
  expect(await paidOn(base, before.refundTo)).toBeGreaterThan((amount * 99n) / 100n);
  expect(await paidOn(10, after.recipient)).toBe(BigInt(second.details.currencyOut.amount));
  expect(await paidOn(base, after.refundTo)).toBe(0n);

  const { depository } = system.chain(base).contracts;
  await eventually(
    async () =>
      (await system.books.vault(base, zeroAddress)) === (await paidOn(base, depository)) &&
      (await system.service.settlement.ledger.balance(
        `withdrawable:${walletOf(4).account.address.toLowerCase()}`,
        `${base}:${zeroAddress}`,
      )) === 0n,
    Boolean,
    { what: 'the books have seen the reclaim' },
  );
  expect(await system.books.audit()).toEqual([]);
  const { rows } = await system.service.database.pool.query<{ halted_reason: string }>(
    'select halted_reason from chain_cursors where halted_reason is not null',
  );
  expect(rows).toEqual([]);
});
