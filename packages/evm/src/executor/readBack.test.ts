import { waitMsMax } from '@portage/testing';
import type { EvmTransactionData } from '@portage/core';
import { describe, expect, it } from 'vitest';
import { confirmTransaction } from './confirmTransaction.js';
import type { Request } from './connection.js';

const txId = `0x${'ab'.repeat(32)}`;
const asked: EvmTransactionData = {
  from: `0x${'0a'.repeat(20)}`,
  to: `0x${'0b'.repeat(20)}`,
  data: '0x12345678',
  value: '7',
  chainId: 10,
};
const sent = { from: asked.from, to: asked.to, input: asked.data, value: '0x7', nonce: '0x1' };
const altered = { ...sent, to: `0x${'66'.repeat(20)}`, value: '0x9' };

/** An endpoint whose answers change from one question to the next; the last one stays. */
function endpoint(
  transactions: readonly unknown[],
  receipts: readonly unknown[] = [{ status: '0x1', logs: [] }],
): Request {
  const asks = new Map<string, number>();
  return (method) => {
    const list =
      method === 'eth_getTransactionByHash'
        ? transactions
        : method === 'eth_getTransactionReceipt'
          ? receipts
          : ['0x0'];
    const count = asks.get(method) ?? 0;
    asks.set(method, count + 1);
    const answer = list[Math.min(count, list.length - 1)];
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
}

async function outcome(read: Request): Promise<readonly string[]> {
  const said: string[] = [];
  const context = {
    signal: AbortSignal.timeout(waitMsMax),
    onReplaced: () => undefined,
    onCompared: (comparison: string) => void said.push(comparison),
  };
  await confirmTransaction({ read, pollMs: 1, asked }, txId, context);
  return said;
}

describe('a transaction that is read back', () => {
  it('is the one that was verified', async () => {
    expect(await outcome(endpoint([sent]))).toEqual(['same']);
  });

  it('that is another one ends the wait before a block holds it, with both values', async () => {
    await expect(outcome(endpoint([altered], [null]))).rejects.toMatchObject({
      code: 'TRANSACTION_ALTERED',
      message: expect.stringMatching(
        new RegExp(`recipient is ${altered.to}, and ${asked.to} was.*value is 9, and 7 was`),
      ) as string,
      hint: expect.stringMatching(new RegExp(`Do not pay again.*${txId}.*contact`)) as string,
      context: {
        txId,
        sent: true,
        differences: [
          { member: 'recipient', verified: asked.to, sent: altered.to },
          { member: 'value', verified: '7', sent: '9' },
        ],
      },
    });
  });

  it('is asked for again where the endpoint does not know it yet, or fails', async () => {
    const late = [null, new Error('connection reset'), null, altered];
    await expect(outcome(endpoint(late, [null]))).rejects.toMatchObject({
      code: 'TRANSACTION_ALTERED',
    });
    await expect(outcome(endpoint(late))).rejects.toMatchObject({ code: 'TRANSACTION_ALTERED' });
  });

  it('that cannot be read does not fail the payment: it is not compared', async () => {
    expect(await outcome(endpoint([new Error('unknown method')]))).toEqual(['unclear']);
    expect(await outcome(endpoint([null]))).toEqual(['unclear']);
    expect(await outcome(endpoint([{ hash: txId }]))).toEqual(['unclear']);
  });

  it('says that it reverted all the same', async () => {
    const reverted = endpoint([null], [{ status: '0x0', logs: [] }]);
    await expect(outcome(reverted)).rejects.toMatchObject({ code: 'TRANSACTION_REVERTED' });
  });
});
