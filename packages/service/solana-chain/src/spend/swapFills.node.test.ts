import type { Chain, FillIntent, Spend } from '@portage/core/chain';
import { eventually } from '@portage/testing';
import { solanaCodec } from '@portage/solana/codec';
import {
  associatedTokenAddress,
  fillMarkerAddress,
  programs,
  wrappedSol,
} from '@portage/solana/program';
import { PublicKey } from '@solana/web3.js';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSolana } from '../../test/openSolana.js';
import { startChain, type TestChain } from '../../test/startChain.js';

/** Fills that swap for what they pay, on the real virtual machine. */
const closing = new AbortController();
const native = solanaCodec.nativeCurrency;
let node: TestChain;
let chain: Chain;
let spend: Spend;
let port: string;

beforeAll(async () => {
  node = await startChain({ finalizedAfter: 3 });
  const { program, pools, tokens } = node.testPools;
  port = tokens.port.address;
  const addresses = pools.map(({ address }) => address);
  const listed = { id: 'port', ...tokens.port, supportsBridging: false };
  const config = {
    ...node.config,
    assets: [...node.config.assets, listed],
    swapSources: [{ id: 'test-pools', kind: 'test-pool' as const, program, pools: addresses }],
  };
  chain = await openSolana(config, closing.signal, node.keys);
  spend = chain.spend!;
});
afterAll(async () => {
  closing.abort();
  await node.stop();
});

const mintOf = (currency: string): string => (currency === native ? wrappedSol : currency);

/** A fill out of what the solver holds, as the pools in memory stand. */
function fillOf(from: string, to: string, amount: bigint, missing = 0n): FillIntent {
  const request = { tokenIn: mintOf(from), tokenOut: mintOf(to), type: 'EXACT_INPUT', amount };
  const { value: quote } = chain.swaps!.quote(request as never)!;
  const named = quote.amountOut + missing;
  return {
    type: 'fill',
    orderId: `0x${randomBytes(32).toString('hex')}`,
    currency: to,
    recipient: solanaCodec.decodeAddress(randomBytes(32)),
    amount: named,
    calls: [],
    opensAccount: true,
    swap: {
      currency: from,
      amount,
      calls: chain.swaps!.build(quote, { limit: named, deadline: 2_000_000_000 }),
      gas: quote.gas,
      touched: [],
      minimum: named,
    },
  };
}

async function land(intent: FillIntent) {
  const [signed] = await spend.prepare([intent], await spend.nextSequence());
  await spend.broadcast([signed!]);
  const [outcome] = await eventually(
    () => spend.inspect([signed!]),
    ([seen]) => seen?.status === 'mined' || seen?.status === 'reverted',
    { what: 'the fill' },
  );
  return { txId: signed!.txId, outcome: outcome! };
}

const heldBySolver = (currency: string): Promise<bigint> =>
  chain.balances.read(spend.sender, currency);

const isMarked = async ({ orderId: order }: FillIntent): Promise<boolean> => {
  const place = { filler: node.programs.filler, solver: spend.sender, order };
  return (await node.connection.getAccountInfo(new PublicKey(fillMarkerAddress(place)))) !== null;
};

/**
 * Waits until a quote from memory is what the chain does, to the unit: the pools of the quote may
 * be those of before an earlier swap, and then bring more.
 */
async function passes(make: (extra?: bigint) => FillIntent): Promise<FillIntent> {
  const { intent } = await eventually(
    async () => {
      const intent = make();
      const answers = await spend.simulate!([intent, make(1n)]);
      return { intent, statuses: answers.map(({ status }) => status) };
    },
    ({ statuses: [exact, more] }) => exact === 'passes' && more === 'reverts',
    { what: 'pools as they are' },
  );
  return intent;
}

describe.each([
  ['USDC for PORT', () => node.usdc, () => port, 40_000_000n],
  ['SOL for PORT', () => native, () => port, 300_000_000n],
  ['USDC for SOL', () => node.usdc, () => native, 40_000_000n],
] as const)('a fill that swaps %s', (_, given, taken, amount) => {
  it('pays what it names to the recipient, and costs the solver what it gives and gas', async () => {
    const [from, to] = [given(), taken()];
    const intent = await passes((extra) => fillOf(from, to, amount, extra));
    const before = [await heldBySolver(from), await heldBySolver(native)] as const;
    const { txId, outcome } = await land(intent);
    expect(outcome.status).toBe('mined');
    expect(await chain.balances.read(intent.recipient, to)).toBe(intent.amount);
    const events = await chain.observe.trace(txId);
    expect(events).toMatchObject([
      {
        type: 'fill',
        orderId: intent.orderId,
        currency: to,
        amount: intent.amount,
        recipient: intent.recipient,
      },
    ]);
    expect(await isMarked(intent)).toBe(true);
    // All that was given is spent, and nothing of it counts as gas.
    const gas = 'gasCost' in outcome ? outcome.gasCost : 0n;
    expect(gas).toBeGreaterThan(0n);
    expect(gas).toBeLessThan(10_000_000n);
    const spent = before[0] - (await heldBySolver(from));
    expect(spent).toBe(from === native ? amount + gas : amount);
    if (from !== native) expect(before[1] - (await heldBySolver(native))).toBe(gas);
    const wrapped = { owner: spend.sender, mint: wrappedSol, tokenProgram: programs.token };
    const left = new PublicKey(associatedTokenAddress(wrapped));
    expect(await node.connection.getAccountInfo(left)).toBeNull();
  });

  it('pays nothing and spends nothing where pools bring less than it names', async () => {
    const [from, to] = [given(), taken()];
    const intent = fillOf(from, to, amount, 1_000_000n);
    const [answer] = await spend.simulate!([intent]);
    expect(answer?.status).toBe('reverts');
    const before = await heldBySolver(from);
    const { outcome } = await land(intent);
    expect(outcome.status).toBe('reverted');
    const gas = 'gasCost' in outcome ? outcome.gasCost : 0n;
    expect(before - (await heldBySolver(from))).toBe(from === native ? gas : 0n);
    expect(await isMarked(intent)).toBe(false);
    expect(await chain.balances.read(intent.recipient, to)).toBe(0n);
  });
});

it('the same fill signed anew pays once', async () => {
  const intent = await passes((extra) => fillOf(node.usdc, port, 30_000_000n, extra));
  const first = await land(intent);
  const again = await land(intent);
  expect([first.outcome.status, again.outcome.status]).toEqual(['mined', 'reverted']);
  expect(await chain.balances.read(intent.recipient, port)).toBe(intent.amount);
});

it('a fill without a swap is not asked about', async () => {
  const plain = { ...fillOf(node.usdc, port, 30_000_000n), swap: undefined };
  expect(await spend.simulate!([plain])).toEqual([{ status: 'passes' }]);
});
