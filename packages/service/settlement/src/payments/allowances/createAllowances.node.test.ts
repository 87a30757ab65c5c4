import { createTestDatabases } from '@portage/database/testing';
import { afterAll, expect, test } from 'vitest';
import { openTestSettlement } from '../../testing/openTestSettlement.js';
import type { NewRenewal } from './createAllowances.js';

const databases = createTestDatabases();
afterAll(() => databases.close());

test('an allowance is renewed once at a time and four times a day at most; others are not held up', async () => {
  const settlement = await openTestSettlement(databases);
  let number = 0;
  const renew = (changes: Partial<NewRenewal> = {}) => {
    number += 1;
    const id = `0x${number.toString(16).padStart(64, '0')}`;
    const call = { to: 'usdc', data: '0x', gasLimit: 60_000 };
    const place = { chainId: 10, currency: 'usdc', spender: 'filler' };
    return settlement.allowances.renew({ id, ...place, ...call, ...changes });
  };
  /** The worker takes the job up, and its transaction is final. */
  const make = async (): Promise<void> => {
    await settlement.query(
      `insert into settlements (order_id, leg, kind, intent, chain_id)
         select order_id, leg, kind, '{}', chain_id from jobs`,
    );
    await settlement.query('delete from jobs');
    expect(await renew()).toBe('under way');
    await settlement.query('update settlements set settled_at = now()');
  };
  expect((await Promise.all([renew(), renew()])).toSorted()).toEqual(['asked', 'under way']);
  await make();
  for (const time of [2, 3, 4]) {
    expect(await renew(), `time ${String(time)}`).toBe('asked');
    await make();
  }
  expect(await renew()).toBe('too many');
  expect(await renew({ spender: 'bridge' })).toBe('asked');
  expect(await renew({ currency: 'weth' })).toBe('asked');
  expect(await renew({ chainId: 1 })).toBe('asked');
  await settlement.query(`update settlements set created_at = now() - interval '25 hours'`);
  expect(await renew()).toBe('asked');
});
