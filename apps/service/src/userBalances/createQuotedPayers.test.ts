import { expect, it } from 'vitest';
import { createQuotedPayers } from './createQuotedPayers.js';

it('S4: payers of the last quotes are known, and of a flood no more than two generations', () => {
  const payers = createQuotedPayers();
  for (let n = 0; n < 25_000; n += 1)
    payers.note({ id: String(n), originChainId: 1, payer: `payer ${String(n)}` });
  expect(payers.of('24999')).toEqual({ originChainId: 1, payer: 'payer 24999' });
  expect(payers.of('15000')).toEqual({ originChainId: 1, payer: 'payer 15000' });
  expect([payers.of('9999'), payers.of('25000')]).toEqual([undefined, undefined]);
});
