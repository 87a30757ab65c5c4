import type { ChainInfo } from '@portage/sdk';
import { expect, test } from 'vitest';
import { closedSides } from './closedSides.js';
import type { SmokeTransfer } from './planTransfers.js';

const chain = (id: number, members: Partial<ChainInfo> = {}): ChainInfo =>
  ({ id, name: `chain ${String(id)}`, disabled: false, ...members }) as ChainInfo;
const transfer = { from: { chain: chain(1) }, to: { chain: chain(2) } } as SmokeTransfer;

test('a closed chain of a transfer is named with its reason, others are passed over', () => {
  const open = [chain(1), chain(2)];
  expect(closedSides([...open, chain(3, { disabled: true })], transfer)).toBeUndefined();
  const halted = chain(2, { disabled: true, statusMessage: 'Money is missing.' });
  expect(closedSides([chain(1), halted], transfer)).toBe('chain 2 is closed: Money is missing.');
  expect(closedSides([chain(1, { disabled: true }), halted], transfer)).toBe(
    'chain 1 is closed: no reason is given. chain 2 is closed: Money is missing.',
  );
});
