import type { Ask } from '@portage/chain-kit';
import { expect, test } from 'vitest';
import { executedPolicy } from '@portage/exchange/api';
import { createTransactionReader } from '../endpoint/createTransactionReader.js';
import { readHistory } from './readHistory.js';

const reader = createTransactionReader(executedPolicy, () => undefined);
const signal = new AbortController().signal;

/** Transaction of a block, as the exchange writes it. */
function row(height: number): object {
  return {
    hash: height.toString(16).padStart(80, '0'),
    type: 12,
    info: '{}',
    status: 3,
    sequence_index: height,
    block_height: height,
  };
}

/** An exchange whose newest transaction is in a block; with each page it has so many more. */
function askOf(height: number, more: number): Ask {
  let newest = height;
  return (requests) =>
    Promise.resolve(
      requests.map(({ params: [query] }) => {
        const { limit, index } = query as { limit: number; index: number };
        const rows = Array.from({ length: newest }, (_, place) => row(newest - place));
        newest += more;
        return { ok: true, result: { txs: rows.slice(index, index + limit) } };
      }),
    );
}

test.each([0, 7, -7])(
  'Q10: pages that shift by %i rows while they are read hold each transaction once',
  async (more) => {
    const found = await readHistory(
      { ask: askOf(350, more), reader },
      { accountIndex: 1, first: 40 },
      signal,
    );
    const heights = found.map(({ blockHeight }) => blockHeight ?? 0).sort((a, b) => a - b);
    expect(heights).toEqual(Array.from({ length: 311 }, (_, place) => 40 + place));
  },
);
