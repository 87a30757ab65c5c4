import { createQuorum, type Endpoint } from '@portage/chain-kit';
import type { ChainAsset } from '@portage/core/chain';
import type { Rebalance } from '@portage/core/plugin';
import { encodeAbiParameters, encodePacked, keccak256, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { createKeccak } from '../hash/createKeccak.js';
import { createBridgeEnd } from './createBridgeEnd.js';

/** Endpoints of the chain on which a rebalance of the solver arrives; some of them lie. */
const keccak = await createKeccak();
const [usdc, solver, thief, sender] = ['a1', 'b2', 'c3', 'd4'].map(
  (byte): Hex => `0x${byte.repeat(20)}`,
) as [Hex, Hex, Hex, Hex];
const contract: Hex = `0x${'e5'.repeat(20)}`;
const id: Hex = `0x${'77'.repeat(32)}`;
const rebalance = {
  id,
  lane: { origin: { chainId: 1, currency: usdc }, destination: { chainId: 10, currency: usdc } },
  amount: 1_000n,
  sender,
  recipient: solver,
} as Rebalance;

const delivered = (token: Hex, to: Hex, amount: bigint, height: bigint): Hex =>
  encodeAbiParameters(
    [{ type: 'address' }, { type: 'address' }, { type: 'uint256' }, { type: 'uint256' }],
    [token, to, amount, height],
  );
const nothing = delivered(`0x${'00'.repeat(20)}`, `0x${'00'.repeat(20)}`, 0n, 0n);
const honest = delivered(usdc, solver, 990n, 42n);

/** The delivery of the rebalance where each endpoint answers so; a quorum is two. */
function ask(answers: readonly Hex[]): {
  readonly delivery: Promise<unknown>;
  readonly asked: Set<string>;
} {
  const asked = new Set<string>();
  const endpoints = answers.map((result, index): Endpoint => ({
    label: String(index),
    ask: (requests) => {
      for (const { params } of requests) asked.add(JSON.stringify(params));
      return Promise.resolve([{ ok: true, result }]);
    },
    close: () => Promise.resolve(),
  }));
  const quorum = createQuorum(endpoints, {
    needed: 2,
    deadlineMs: 1_000,
    clock: () => 0,
    onDissent: () => undefined,
  });
  const bridge = { name: 'bridge', contract, assets: ['usdc'], feeBps: 100, seconds: 1 };
  const end = createBridgeEnd({ chainId: 10, bridge, assets: [] as ChainAsset[], keccak, quorum });
  return { delivery: end.delivery(rebalance, undefined), asked };
}

describe('the delivery of a bridge', () => {
  it('CB5: is what a quorum tells, whatever one endpoint invents or hides', async () => {
    const invented = delivered(usdc, solver, 10n ** 30n, 42n);
    expect(await ask([honest, honest, honest]).delivery).toEqual({ amount: 990n, height: 42 });
    expect(await ask([invented, honest, honest]).delivery).toEqual({ amount: 990n, height: 42 });
    expect(await ask([nothing, honest, honest]).delivery).toEqual({ amount: 990n, height: 42 });
    expect(await ask([invented, nothing, nothing]).delivery).toBe(undefined);
    await expect(ask([invented, honest, nothing]).delivery).rejects.toMatchObject({
      code: 'RPC_HTTP_ERROR',
    });
  });

  it.each([
    ['of another token', delivered(thief, solver, 990n, 42n)],
    ['to another account', delivered(usdc, thief, 990n, 42n)],
    ['of nothing', delivered(usdc, solver, 0n, 42n)],
    ['in no block', delivered(usdc, solver, 990n, 0n)],
    ['in a block beyond all numbers', delivered(usdc, solver, 990n, 2n ** 200n)],
  ])('CB5: %s is none of ours', async (_, words) => {
    expect(await ask([words, words, words]).delivery).toBe(undefined);
  });

  it('CB5: is asked for under the id that its sender on the other chain alone can make', async () => {
    const { delivery, asked } = ask([honest, honest, honest]);
    await delivery;
    const made = keccak256(
      encodePacked(['uint256', 'uint256', 'bytes32'], [1n, BigInt(sender), id]),
    );
    expect([...asked]).toHaveLength(1);
    expect([...asked][0]).toContain(made.slice(2));
    expect([...asked][0]).toContain(contract);
  });
});
