import { expect, test } from 'vitest';
import type { DoorLine } from './doors.js';
import { doorNames, judgeDoors, printDoors } from './judgeDoors.js';

const line = (family: DoorLine['family'], door: string, paidUsd = 0): DoorLine => ({
  family,
  door,
  chargedUsd: 0.5,
  dearUsd: 40,
  paidUsd,
  end: 'failure',
});
const all = (Object.keys(doorNames) as readonly DoorLine['family'][]).flatMap((family) =>
  doorNames[family].map((door) => line(family, door)),
);

test('a spike is sound where every door was tried within the bound of the policy', () => {
  expect(judgeDoors(all)).toEqual([]);
  expect(judgeDoors([...all, line('EVM', 'sweep', 1)])).toEqual([]);
});

test('a door that was not tried, or cost the solver too much, is named', () => {
  expect(judgeDoors(all.filter(({ door }) => door !== 'permit'))).toEqual([
    'EVM, permit: not tried',
  ]);
  expect(judgeDoors([...all, line('Solana', 'sweep', 1.01)])).toEqual([
    'Solana, sweep: the solver paid more than the policy lets it',
  ]);
});

test('the bound is the greater one of the factor and the loss', () => {
  const paid = (chargedUsd: number, paidUsd: number): readonly string[] =>
    judgeDoors([...all, { ...line('EVM', 'sweep', paidUsd), chargedUsd }]);
  expect(paid(0.001, 0.051)).toEqual([]);
  expect(paid(0.001, 0.052)).toHaveLength(1);
});

test('a table has a line for each door', () => {
  expect(printDoors([line('EVM', 'sweep', 0.25)]).split('\n')[1]).toMatch(
    /^EVM +sweep +0[.]5000 +40[.]0000 +0[.]2500 {2}failure$/,
  );
});
