import type { Transaction } from '@portage/database';
import { expect, it } from 'vitest';
import type { OutboxRow } from './readOutbox.js';
import { refreshRows } from './refreshRows.js';

const kinds = ['payout', 'relay', 'collection', 'rebalance', 'claim'] as const;

/** A row of one kind that was read while this gas was reserved for it. */
function rowOf(kind: (typeof kinds)[number], gasReserved: bigint): OutboxRow {
  const obligation = { kind, orderId: '0x01', leg: 'main', gasReserved };
  return { sequence: 0n, obligation } as unknown as OutboxRow;
}

/** A transaction that finds the settlement with this gas. */
const readingGas = (gas: bigint): Transaction =>
  ({
    query: () =>
      Promise.resolve([{ order_id: '0x01', leg: 'main', gas_reserved: gas, is_alive: true }]),
  }) as unknown as Transaction;

// Gas that the row does not know would stay reserved for ever.
it.each(kinds)('a %s that was outbid meanwhile has the gas that is reserved now', async (kind) => {
  const row = rowOf(kind, 10n);
  const refreshed = await refreshRows(readingGas(15n), [row]);
  expect(refreshed.row(row).obligation).toMatchObject({ gasReserved: 15n });
});

it('a row whose settlement went on to something else holds no gas', async () => {
  const row = rowOf('payout', 0n);
  const refreshed = await refreshRows(readingGas(15n), [row]);
  expect(refreshed.row(row).obligation).toMatchObject({ gasReserved: 0n });
});
