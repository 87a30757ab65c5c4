import type { TransactionOutcome } from '@portage/core/chain';
import type { Endpoint, Rpc } from '@portage/chain-kit';
import { describe, expect, it } from 'vitest';
import { createInspect } from './createInspect.js';

/** Knowledge of an endpoint about the one transaction that is asked about. */
interface View {
  readonly status?: 'processed' | 'confirmed' | 'finalized';
  readonly isFailed?: boolean;
  /** The block in its slot; none where the endpoint has gone to another fork meanwhile. */
  readonly blockhash?: string | undefined;
}

const [txId, sender] = ['2'.repeat(88), 'F3ejr3QHYdUfzY9xVGAbvq9mNqbWgU3a2uWYkMBMRH7v'];
const programs = {
  chainId: 792703809,
  depository: 'PortageDepository11111111111111111111111111',
  filler: 'PortageFi11er111111111111111111111111111111',
};

function endpointOf({ status, isFailed = false, ...block }: View): Endpoint {
  const blockhash = 'blockhash' in block ? block.blockhash : 'aa';
  const meta = {
    err: isFailed ? {} : null,
    fee: 5_000,
    preBalances: [10_000],
    postBalances: [5_000],
    innerInstructions: [],
    loadedAddresses: { writable: [], readonly: [] },
    logMessages: [],
  };
  const results: Readonly<Record<string, unknown>> = {
    getSignatureStatuses: { value: [status === undefined ? null : { confirmationStatus: status }] },
    getTransaction: {
      slot: 7,
      meta,
      transaction: { message: { accountKeys: [sender], instructions: [] } },
    },
    getBlock:
      blockhash === undefined
        ? null
        : { blockhash, previousBlockhash: '99', parentSlot: 5, blockTime: 1 },
  };
  return {
    label: 'node',
    ask: (requests) =>
      Promise.resolve(requests.map(({ method }) => ({ ok: true, result: results[method] }))),
    close: () => Promise.resolve(),
  };
}

async function inspect(
  quorum: number,
  ...views: readonly View[]
): Promise<TransactionOutcome | undefined> {
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
  const [outcome] = await createInspect({ rpc, programs, sender, quorum })([
    { txId, sequence: 3n },
  ]);
  return outcome;
}

describe('looking a transaction up', () => {
  it('tells the block in which it is, and whether that one is final', async () => {
    expect(await inspect(1, { status: 'finalized' })).toEqual({
      status: 'mined',
      height: 7,
      blockHash: 'aa',
      gasCost: 5_000n,
    });
    expect(await inspect(1, { status: 'confirmed' })).toEqual({
      status: 'mined',
      height: 7,
      blockHash: 'aa',
      isTentative: true,
      gasCost: 5_000n,
    });
  });

  it('F10: believes in no block that the endpoint no longer has', async () => {
    expect(await inspect(1, { status: 'confirmed', blockhash: undefined })).toEqual({
      status: 'pending',
    });
    expect(await inspect(1, { status: 'processed' })).toEqual({ status: 'pending' });
    expect(await inspect(1, {})).toEqual({ status: 'missing' });
  });

  it('believes that it failed when a quorum says so of one block, and nobody saw it land', async () => {
    const failed: View = { status: 'confirmed', isFailed: true };
    expect(await inspect(1, failed)).toMatchObject({ status: 'reverted', blockHash: 'aa' });
    expect(await inspect(2, failed, {})).toEqual({ status: 'pending' });
    expect(await inspect(2, failed, { ...failed, blockhash: 'bb' })).toEqual({ status: 'pending' });
    expect(await inspect(2, failed, failed, {})).toMatchObject({ status: 'reverted' });
    expect(await inspect(2, failed, failed, { status: 'confirmed' })).toMatchObject({
      status: 'mined',
    });
  });
});
