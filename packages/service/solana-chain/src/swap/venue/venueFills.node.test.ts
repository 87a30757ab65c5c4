import type { Chain, FillIntent, Spend, SwapRequest } from '@portage/core/chain';
import { eventually, testEnvironment } from '@portage/testing';
import { solanaCodec } from '@portage/solana/codec';
import { associatedTokenAddress, programs, wrappedSol } from '@portage/solana/program';
import { PublicKey } from '@solana/web3.js';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSolana } from '../../../test/openSolana.js';
import { startChain, type TestChain } from '../../../test/startChain.js';
import { createKey } from '../../spend/createKey.js';
import { createSwapKey } from '../../spend/createSwapKey.js';
import { sweep, type SweepOptions } from '../../spend/sweepSwapKey.js';
import { solana } from '../../solana.js';

/** Fills that swap by instructions of a venue, on the real virtual machine. */
const closing = new AbortController();
const native = solanaCodec.nativeCurrency;
let node: TestChain;
let chain: Chain;
let spend: Spend;
let port: string;
let swapKey: string;

beforeAll(async () => {
  node = await startChain({ finalizedAfter: 3 });
  const { program, tokens } = node.testPools;
  port = tokens.port.address;
  const config = {
    ...node.config,
    assets: [...node.config.assets, { id: 'port', ...tokens.port, supportsBridging: false }],
    swapSources: [
      {
        id: 'jupiter',
        kind: 'jupiter' as const,
        urls: [`${node.rpcUrl}/swap/v1`],
        programs: [program],
      },
    ],
  };
  chain = await openSolana(config, closing.signal, node.keys);
  spend = chain.spend!;
  swapKey = createSwapKey(node.keys.solver!)!.address;
});
afterAll(async () => {
  closing.abort();
  await node.stop();
});

const mintOf = (currency: string): string => (currency === native ? wrappedSol : currency);

const heldByKey = async (currency: string): Promise<bigint> => {
  const holding = { owner: swapKey, mint: mintOf(currency), tokenProgram: programs.token };
  const account = new PublicKey(associatedTokenAddress(holding));
  const { value } = await node.connection.getTokenAccountBalance(account);
  return BigInt(value.amount);
};

/** A fill by the venue's answer, which names so much less than the venue brings. */
async function fillOf(from: string, to: string, amount: bigint, left: bigint): Promise<FillIntent> {
  const request: SwapRequest = {
    tokenIn: mintOf(from),
    tokenOut: mintOf(to),
    type: 'EXACT_INPUT',
    amount,
    venues: 'payment',
  };
  await chain.swaps!.ask!(request);
  const { value: quote } = chain.swaps!.quote(request)!;
  const named = quote.amountOut - left;
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

describe.each([
  ['USDC for PORT', () => node.usdc, () => port, 41_000_000n],
  ['SOL for PORT', () => native, () => port, 310_000_000n],
  ['USDC for SOL', () => node.usdc, () => native, 42_000_000n],
] as const)('a fill by a venue that swaps %s', (_, given, taken, amount) => {
  it('pays what it names, and leaves what came beyond with the swap key', async () => {
    const [from, to] = [given(), taken()];
    const intent = await fillOf(from, to, amount, 5_000n);
    expect(await spend.simulate!([intent])).toEqual([{ status: 'passes' }]);
    const before = [await heldBySolver(from), await heldBySolver(native)] as const;
    const left = await heldByKey(to);
    const { txId, outcome } = await land(intent);
    expect(outcome.status).toBe('mined');
    expect(await chain.balances.read(intent.recipient, to)).toBe(intent.amount);
    expect(await chain.observe.trace(txId)).toMatchObject([
      { type: 'fill', orderId: intent.orderId, currency: to, amount: intent.amount },
    ]);
    // All that was given is spent, and nothing of it counts as gas.
    const gas = 'gasCost' in outcome ? outcome.gasCost : 0n;
    expect(gas).toBeGreaterThan(0n);
    expect(gas).toBeLessThan(10_000_000n);
    const spent = before[0] - (await heldBySolver(from));
    expect(spent).toBe(from === native ? amount + gas : amount);
    if (from !== native) expect(before[1] - (await heldBySolver(native))).toBe(gas);
    expect((await heldByKey(to)) - left).toBe(5_000n);
    expect(await heldByKey(from)).toBe(0n);
  });

  it('pays nothing and spends nothing where the venue brings less than it names', async () => {
    const [from, to] = [given(), taken()];
    // More than what an earlier swap left over, which must not pay for this one unseen.
    const intent = await fillOf(from, to, amount + 1_000n, -4_000n);
    const [answer] = await spend.simulate!([intent]);
    expect(answer).toMatchObject({ status: 'reverts' });
    const tooMuch = await fillOf(from, to, amount + 2_000n, -1_000_000n);
    const before = await heldBySolver(from);
    const { outcome } = await land(tooMuch);
    expect(outcome.status).toBe('reverted');
    const gas = 'gasCost' in outcome ? outcome.gasCost : 0n;
    expect(before - (await heldBySolver(from))).toBe(from === native ? gas : 0n);
    expect(await chain.balances.read(tooMuch.recipient, to)).toBe(0n);
  });
});

it('estimates count an amount as its part of the next larger cell, and never as more', async () => {
  const request: SwapRequest = {
    tokenIn: node.usdc,
    tokenOut: port,
    type: 'EXACT_INPUT',
    amount: 40_123_457n,
    venues: 'estimate',
  };
  expect(chain.swaps!.quote(request)).toBeUndefined();
  await chain.swaps!.ask!(request);
  const { value } = chain.swaps!.quote(request)!;
  const payment: SwapRequest = { ...request, venues: 'payment' };
  await chain.swaps!.ask!(payment);
  const exact = chain.swaps!.quote(payment)!.value;
  expect(value.isEstimate).toBe(true);
  expect(value.amountOut).toBeLessThanOrEqual(exact.amountOut);
  expect(value.amountOut * 1_000n).toBeGreaterThan(exact.amountOut * 999n);
  // The neighbour is known by the same answer; a swap of a payer is not known at all.
  expect(chain.swaps!.ask!({ ...request, amount: 40_123_458n })).toBeUndefined();
  expect(chain.swaps!.quote({ ...request, amount: 40_123_458n })).toBeDefined();
  expect(chain.swaps!.quote({ ...request, venues: undefined })).toBeUndefined();
  expect(chain.deposit!.takesSwaps).toBeUndefined();
});

/** Asks the node as the chain does, and sends nothing. */
const readOnly: SweepOptions['rpc'] = {
  read: (requests) =>
    Promise.all(
      requests.map(async ({ method, params }) => {
        const answer = await fetch(node.rpcUrl, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        });
        return ((await answer.json()) as { readonly result: unknown }).result;
      }),
    ),
  ask: () => Promise.reject(new Error('A sweep is sent that must not be.')),
};

it('what swaps left over stays where its SOL does not pay for the sweep', async () => {
  const [tokens, sol] = [await heldByKey(port), await heldByKey(native)];
  expect([tokens > 0n, sol > 0n, sol < 100_000n]).toEqual([true, true, true]);
  const solver = createKey(node.keys.solver!);
  const key = createSwapKey(node.keys.solver!)!;
  const blockhash = () => ({ blockhash: programs.system, validUntil: 0 }) as never;
  const rest = { mints: [port, node.usdc], blockhash, log: () => undefined, isHalted: undefined };
  const { signal } = new AbortController();
  expect(await sweep({ rpc: readOnly, solver, swapKey: key, ...rest }, signal)).toBe(false);
});

/** Opens the chain as a process does that starts. */
function restart(signal: AbortSignal, isHalted?: () => Promise<boolean>): Promise<Chain> {
  const { program, tokens } = node.testPools;
  const assets = [...node.config.assets, { id: 'port', ...tokens.port, supportsBridging: false }];
  const swapSources = [
    { id: 'jupiter', kind: 'jupiter' as const, urls: ['http://127.0.0.1:9'], programs: [program] },
  ];
  const config = { ...node.config, assets, swapSources };
  const { keys } = node;
  return solana.prepare(config).open(testEnvironment(signal, { keys, isHalted }));
}

it('W5: what swaps left over stays while the chain is halted', async () => {
  await land(await fillOf(node.usdc, native, 43_000_000n, 150_000n));
  const left = [await heldByKey(port), await heldByKey(native)];
  expect(left[1]).toBeGreaterThan(100_000n);
  const stop = new AbortController();
  let asked = 0;
  const before = await heldBySolver(native);
  await restart(stop.signal, () => Promise.resolve((asked += 1) > 0));
  await eventually(
    async () => asked,
    (times) => times > 0,
    { what: 'the question' },
  );
  stop.abort();
  expect([await heldByKey(port), await heldByKey(native)]).toEqual(left);
  expect(await heldBySolver(native)).toBe(before);
});

it('what swaps left over goes to the solver when a process starts, and costs it no SOL', async () => {
  const stop = new AbortController();
  const before = [await heldBySolver(port), await heldBySolver(native)] as const;
  const [tokens, sol] = [await heldByKey(port), await heldByKey(native)];
  expect(sol).toBeGreaterThan(100_000n);
  await restart(stop.signal);
  await eventually(
    async () => [await heldByKey(port), await heldByKey(native)],
    (left) => left.every((amount) => amount === 0n),
    { what: 'the sweep' },
  );
  expect(await heldBySolver(port)).toBe(before[0] + tokens);
  expect(await heldBySolver(native)).toBe(before[1] + sol - 10_000n);
  stop.abort();
});
