import { isPortageError } from '@portage/core';
import { describe, expect, it } from 'vitest';
import { confirmBatch, isBatchKnown, type ConfirmBatchWatch } from './batchCalls.js';

const txId = 'calls:0x01';
const landed = `0x${'ab'.repeat(32)}`;

/** Answer of a wallet to the question how a batch goes. */
type Told = Awaited<ReturnType<ConfirmBatchWatch['wallet']['getCallsStatus']>>;

const told = (status: string, statusCode: number, ...hashes: readonly string[]): Told =>
  ({
    status,
    statusCode,
    receipts: hashes.map((transactionHash) => ({ transactionHash, status: 'success' })),
  }) as unknown as Told; // The members that are read.

/** A wallet that says one thing after another, and a chain that holds some transactions. */
function watchOf(
  says: readonly (Told | Error)[],
  receipts: Readonly<Record<string, string>> = {},
): ConfirmBatchWatch {
  let asked = 0;
  return {
    pollMs: 1,
    calls: [],
    wallet: {
      getCallsStatus: () => {
        const answer = says[Math.min(asked, says.length - 1)];
        asked += 1;
        return answer instanceof Error || answer === undefined
          ? Promise.reject(answer ?? new Error('nothing'))
          : Promise.resolve(answer);
      },
    },
    read: (method, [hash]) => {
      const status = receipts[String(hash)];
      if (status === undefined) return Promise.resolve(null);
      return Promise.resolve(method === 'eth_getTransactionReceipt' ? { status } : { hash });
    },
  };
}

async function outcome(watch: ConfirmBatchWatch, ms = 100): Promise<readonly string[]> {
  const replaced: string[] = [];
  const context = {
    signal: AbortSignal.timeout(ms),
    onReplaced: (id: string) => void replaced.push(id),
  };
  await confirmBatch(watch, txId, context).catch((error: unknown) => {
    replaced.push(isPortageError(error) ? error.code : String(error));
  });
  return replaced;
}

describe('a batch of calls', () => {
  it('is not over where the wallet says that it failed and tells of no transaction', async () => {
    for (const says of [told('failure', 400), told('failure', 500), told('failure', 600)])
      expect(await outcome(watchOf([says]))).toEqual(['EXECUTION_ABORTED']);
  });

  it('is followed on where the wallet takes its word back', async () => {
    const says = [told('failure', 500), told('pending', 100), told('success', 200, landed)];
    expect(await outcome(watchOf(says))).toEqual([landed]);
  });

  it('succeeds by the word of the chain where the wallet says that it failed', async () => {
    const watch = watchOf([told('failure', 500, landed)], { [landed]: '0x1' });
    expect(await outcome(watch)).toEqual([landed]);
  });

  it('reverts by the word of the chain alone', async () => {
    expect(await outcome(watchOf([told('failure', 500, landed)]))).toEqual(['EXECUTION_ABORTED']);
    const watch = watchOf([told('failure', 500, landed)], { [landed]: '0x0' });
    expect(await outcome(watch)).toEqual([landed, 'TRANSACTION_REVERTED']);
  });

  it('is not over where the wallet has forgotten it, however often it is asked', async () => {
    expect(await outcome(watchOf([new Error('unknown bundle id')]), 200)).toEqual([
      'EXECUTION_ABORTED',
    ]);
  });

  it('is known while it is under way or on the chain, and to nobody otherwise', async () => {
    expect(await isBatchKnown(watchOf([told('pending', 100)]), txId)).toBe(true);
    expect(await isBatchKnown(watchOf([told('success', 200)]), txId)).toBe(true);
    const held = watchOf([told('failure', 500, landed)], { [landed]: '0x1' });
    expect(await isBatchKnown(held, txId)).toBe(true);
    expect(await isBatchKnown(held, landed)).toBe(true);
    expect(await isBatchKnown(watchOf([told('failure', 500)]), txId)).toBe(false);
    expect(await isBatchKnown(watchOf([new Error('unknown bundle id')]), txId)).toBe(false);
  });
});
