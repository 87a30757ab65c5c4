import type { Endpoint, Rpc } from '@portage/chain-kit';
import { describe, expect, it } from 'vitest';
import { createInspect } from './createInspect.js';

const hash = (digit: string): string => `0x${digit.repeat(64)}`;

/** Facts that an endpoint knows of the one transaction that is asked about. */
interface View {
  readonly status?: '0x0' | '0x1';
  readonly blockHash?: string;
  /** The sender's count at the final block. */
  readonly count?: string;
  readonly isKnown?: boolean;
}

function endpointOf({
  status,
  blockHash = hash('b'),
  count = '0x0',
  isKnown = false,
}: View): Endpoint {
  const receipt =
    status === undefined
      ? null
      : { status, blockNumber: '0x7', blockHash, gasUsed: '0x5208', effectiveGasPrice: '0x2' };
  const results: Readonly<Record<string, unknown>> = {
    eth_getTransactionCount: count,
    eth_getTransactionReceipt: receipt,
    eth_getTransactionByHash: isKnown ? {} : null,
  };
  return {
    label: 'node',
    ask: (requests) =>
      Promise.resolve(requests.map(({ method }) => ({ ok: true, result: results[method] }))),
    close: () => Promise.resolve(),
  };
}

async function statusOf(quorum: number, ...views: readonly View[]): Promise<string | undefined> {
  const unused = (): never => {
    throw new Error('each endpoint is asked by itself');
  };
  const rpc: Rpc = {
    endpoints: views.map(endpointOf),
    ask: unused,
    askInTurn: unused,
    read: unused,
    each: unused,
    first: unused,
    prefer: unused,
  };
  const [outcome] = await createInspect({
    rpc,
    sender: '0x1',
    quorum,
    finalBlock: () => 'finalized',
  })([{ txId: hash('a'), sequence: 3n }]);
  return outcome?.status;
}

describe('looking a transaction up', () => {
  it('tells the block in which it is', async () => {
    const rpc = { endpoints: [endpointOf({ status: '0x1' })] };
    const inspect = createInspect({
      rpc: {
        ...rpc,
        ask: () => Promise.reject(new Error()),
        askInTurn: () => Promise.reject(new Error()),
        read: () => Promise.reject(new Error()),
        each: () => Promise.reject(new Error()),
        first: () => Promise.reject(new Error()),
        prefer: () => undefined,
      },
      sender: '0x1',
      quorum: 1,
      finalBlock: () => 'finalized',
    });
    expect(await inspect([{ txId: hash('a'), sequence: 3n }])).toEqual([
      { status: 'mined', height: 7, blockHash: hash('b'), gasCost: 42_000n },
    ]);
  });

  it('believes that it reverted when a quorum says so of one block, and nobody saw it mined', async () => {
    const reverted = { status: '0x0' } as const;
    expect(await statusOf(1, reverted)).toBe('reverted');
    expect(await statusOf(2, reverted, {}, {})).toBe('pending');
    expect(
      await statusOf(2, reverted, { ...reverted, blockHash: hash('c') }, { isKnown: true }),
    ).toBe('pending');
    expect(await statusOf(2, reverted, reverted, {})).toBe('reverted');
    expect(await statusOf(2, reverted, reverted, { status: '0x1' })).toBe('mined');
  });

  it('believes that another took its place when a quorum says so', async () => {
    const replaced = { count: '0x4' };
    expect(await statusOf(2, replaced, {}, {})).toBe('pending');
    expect(await statusOf(2, replaced, replaced, {})).toBe('replaced');
    expect(await statusOf(2, replaced, replaced, { isKnown: true })).toBe('pending');
    expect(await statusOf(2, {}, {}, {})).toBe('missing');
  });
});
