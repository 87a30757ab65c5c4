import { expect, it } from 'vitest';
import { lowSponsors } from './lowSponsors.js';

const balance = (account: string, balanceUsd: string) => ({ account, balanceUsd });
const spent = (account: string, sponsoredUsd: string) => ({ account, sponsoredUsd });

it('names balances that last for less than a week, the shortest first', () => {
  const balances = [
    balance('week', '70.000000'),
    balance('days', '69.999999'),
    balance('gone', '0'),
    balance('idle', '0.000001'),
    balance('owing', '-1.5'),
  ];
  const spending = ['week', 'days', 'gone', 'owing'].map((account) => spent(account, '300.000000'));
  expect(lowSponsors(balances, spending).map(({ account, days }) => [account, days])).toEqual([
    ['gone', 0],
    ['owing', 0],
    ['days', 6],
  ]);
});

it('calls nothing low where nothing is spent', () => {
  expect(lowSponsors([balance('new', '0')], [])).toEqual([]);
  expect(lowSponsors([balance('new', '0')], [spent('new', '0')])).toEqual([]);
});
