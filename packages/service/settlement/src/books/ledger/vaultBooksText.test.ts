import { expect, test } from 'vitest';
import { accounts, isInDepository } from './accounts.js';
import { vaultBooksText } from './vaultBooksText.js';

test('INV-C5: the books of a depository leave out every account that is elsewhere', () => {
  const elsewhere = Object.values(accounts).flatMap((account) =>
    typeof account === 'string' && !isInDepository(account) ? [account] : [],
  );
  expect(elsewhere.length).toBeGreaterThan(5);
  expect(elsewhere.filter((account) => !vaultBooksText.includes(`'${account}'`))).toEqual([]);
});
