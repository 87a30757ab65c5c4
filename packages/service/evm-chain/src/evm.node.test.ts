import { eventually } from '@portage/testing';
import { testUsdcAbi } from '@portage/contracts';
import type {
  Chain,
  ChainEvent,
  ChainUpdate,
  FillIntent,
  SignedTransaction,
  Spend,
  TransactionOutcome,
} from '@portage/core/chain';
import { createWalletClient, http, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '../test/accounts.js';
import { deployChain, type TestChain } from '../test/deployChain.js';
import { openEvm } from '../test/openEvm.js';

const native = '0x0000000000000000000000000000000000000000';
const orderId = (n: number): Hex => `0x${n.toString(16).padStart(64, 'a')}`;
const lower = (text: string): string => text.toLowerCase();

let node: TestChain;
let chain: Chain;
const closing = new AbortController();

beforeAll(async () => {
  node = await deployChain();
  chain = await openEvm(node.config, closing.signal, node.keys);
});

afterAll(async () => {
  closing.abort();
  await node.stop();
});

/** Collects updates until one satisfies the predicate. */
async function updatesUntil(
  predicate: (update: ChainUpdate, all: ChainUpdate[]) => boolean,
): Promise<ChainUpdate[]> {
  const stop = new AbortController();
  const all: ChainUpdate[] = [];
  for await (const update of chain.observe.updates([], stop.signal)) {
    all.push(update);
    if (predicate(update, all)) break;
  }
  return all;
}

const eventsOf = (updates: ChainUpdate[]): ChainEvent[] =>
  updates.flatMap((update) => (update.type === 'advance' ? [...update.events] : []));

function userWallet() {
  return createWalletClient({
    account: accounts.user,
    chain: node.chain,
    transport: http(node.rpcUrl),
  });
}

const hasEnded = (outcome?: TransactionOutcome): outcome is TransactionOutcome =>
  outcome !== undefined && ['mined', 'reverted', 'replaced'].includes(outcome.status);

const settled = (spend: Spend, transaction: SignedTransaction): Promise<TransactionOutcome> =>
  eventually(async () => (await spend.inspect([transaction]))[0], hasEnded, {
    what: 'the end of a transaction',
  });

async function send(intents: FillIntent[]): Promise<readonly SignedTransaction[]> {
  const spend = chain.spend!;
  const signed = await spend.prepare(intents, await spend.nextSequence());
  expect(await spend.broadcast(signed)).toEqual(signed.map(() => ({ status: 'accepted' })));
  return signed;
}

describe('evm chain on a real node', () => {
  it("lets the filler take the solver's tokens before it spends", async () => {
    const allowance = await node.client.readContract({
      abi: testUsdcAbi,
      address: node.usdc,
      functionName: 'allowance',
      args: [accounts.solver.address, node.filler],
    });
    expect(allowance).toBe(2n ** 256n - 1n);
  });

  it('sees deposits made with the steps that it offers, and traces them again', async () => {
    const wallet = userWallet();
    for (const [n, currency, amount] of [
      [1, native, 12_345n],
      [2, lower(node.usdc), 5_000_000n],
    ] as const) {
      const steps = chain.deposit!.steps({
        requestId: orderId(99),
        orderId: orderId(n),
        payer: lower(accounts.user.address),
        currency,
        amount,
      });
      expect(steps.map((step) => step.id)).toEqual(
        currency === native ? ['deposit'] : ['approve', 'deposit'],
      );
      let hash: Hex = '0x';
      for (const { items } of steps) {
        const data = items[0]!.data as Record<string, string>;
        hash = await wallet.sendTransaction({
          to: data['to'] as Hex,
          data: data['data'] as Hex,
          value: BigInt(data['value']!),
          gas: BigInt(data['gas']!),
          maxFeePerGas: BigInt(data['maxFeePerGas']!),
          maxPriorityFeePerGas: BigInt(data['maxPriorityFeePerGas']!),
        });
        expect((await node.client.waitForTransactionReceipt({ hash })).status).toBe('success');
      }
      const updates = await updatesUntil((update) =>
        eventsOf([update]).some(
          (event) => event.type === 'deposit' && event.orderId === orderId(n),
        ),
      );
      const event = eventsOf(updates).find(
        (seen) => seen.type === 'deposit' && seen.orderId === orderId(n),
      );
      const { blockHash, blockNumber } = await node.client.getTransactionReceipt({ hash });
      expect(event).toEqual({
        type: 'deposit',
        txId: hash,
        ordinal: 0,
        height: Number(blockNumber),
        blockHash,
        orderId: orderId(n),
        depositor: lower(accounts.user.address),
        payer: lower(accounts.user.address),
        currency,
        amount,
      });
      expect(await chain.observe.trace(hash)).toEqual([event]);
    }
    await expect(chain.observe.trace(orderId(7))).rejects.toMatchObject({
      code: 'UNKNOWN_TRANSACTION',
    });
  });

  it('fills with native currency, tokens and calls, and sees each fill', async () => {
    const recipient = lower(accounts.other.address);
    const base = { type: 'fill', recipient, calls: [] } as const;
    const call = { to: recipient, value: 40n, data: '0x' };
    const signed = await send([
      { ...base, orderId: orderId(11), currency: native, amount: 1_000n },
      { ...base, orderId: orderId(12), currency: lower(node.usdc), amount: 2_000_000n },
      { ...base, orderId: orderId(13), currency: native, amount: 100n, calls: [call, call] },
    ]);
    for (const transaction of signed)
      expect(await settled(chain.spend!, transaction)).toMatchObject({ status: 'mined' });
    const updates = await updatesUntil(
      (_, all) => eventsOf(all).filter((event) => event.type === 'fill').length >= 3,
    );
    const fills = eventsOf(updates).filter((event) => event.type === 'fill');
    expect(
      fills.map(({ orderId: id, currency, amount, recipient: to, solver }) => [
        id,
        currency,
        amount,
        to,
        solver,
      ]),
    ).toEqual([
      [orderId(11), native, 1_000n, recipient, lower(accounts.solver.address)],
      [orderId(12), lower(node.usdc), 2_000_000n, recipient, lower(accounts.solver.address)],
      [orderId(13), native, 100n, recipient, lower(accounts.solver.address)],
    ]);
    expect(
      await node.client.readContract({
        abi: testUsdcAbi,
        address: node.usdc,
        functionName: 'balanceOf',
        args: [accounts.other.address],
      }),
    ).toBe(2_000_000n);
  });

  it('cannot pay an order twice', async () => {
    const fill: FillIntent = {
      type: 'fill',
      orderId: orderId(11),
      currency: native,
      recipient: lower(accounts.other.address),
      amount: 1n,
      calls: [],
    };
    const [again] = await send([fill]);
    const outcome = await settled(chain.spend!, again!);
    expect(outcome.status).toBe('reverted');
    expect(outcome.status === 'reverted' && outcome.gasCost).toBeGreaterThan(0n);
  });

  it('pays a deposit back once, however often the refund is signed', async () => {
    const intent = {
      type: 'refund',
      orderId: orderId(2),
      depositor: lower(accounts.user.address),
      currency: lower(node.usdc),
      recipient: lower(accounts.other.address),
      amount: 5_000_000n,
      key: 'main',
    } as const;
    const spend = chain.spend!;
    const sequence = await spend.nextSequence();
    const [first] = await spend.prepare([intent], sequence);
    const [second] = await spend.prepare([intent], sequence + 1n);
    await spend.broadcast([first!, second!]);
    expect(await settled(spend, first!)).toMatchObject({ status: 'mined' });
    expect(await settled(spend, second!)).toMatchObject({ status: 'reverted' });
    const updates = await updatesUntil((update) =>
      eventsOf([update]).some((event) => event.type === 'release'),
    );
    expect(eventsOf(updates).filter((event) => event.type === 'release')).toEqual([
      expect.objectContaining({
        orderId: orderId(2),
        recipient: intent.recipient,
        amount: 5_000_000n,
        txId: first!.txId,
      }),
    ]);
  });

  it('reads balances and knows what it can spend', async () => {
    const solver = lower(accounts.solver.address);
    expect(await chain.balances.read(solver, lower(node.usdc))).toBe(
      1_000_000_000_000n - 2_000_000n,
    );
    expect(chain.balances.spendable(native)?.value).toBeGreaterThan(9_000n * 10n ** 18n);
    expect(
      chain.gas.estimate({ type: 'fill', currency: native, calls: [] })?.value,
    ).toBeGreaterThan(0n);
  });
});
