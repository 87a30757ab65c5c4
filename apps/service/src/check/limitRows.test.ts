import { createFakeChain } from '@portage/testing';
import { expect, test } from 'vitest';
import { limitRows } from './limitRows.js';

const { signal } = new AbortController();
const { slug, assets } = createFakeChain({ id: 1, slug: 'base' }).chain;
const currencies = assets.map(({ address }) => address);

test('currencies of which nothing may leave are named, and no others', async () => {
  const [shut, ...others] = assets;
  const limit = async (currency: string): Promise<bigint> => (currency === shut?.address ? 0n : 1n);
  const [row, ...more] = await limitRows({ slug, assets, vault: { limit } }, signal);
  expect(row).toMatchObject({ check: 'limit', subject: 'base', result: 'warning' });
  expect(row?.message).toContain(`nothing leave of ${shut?.id ?? ''} (${shut?.address ?? ''}):`);
  for (const { address } of others) expect(row?.message).not.toContain(address);
  expect(more).toEqual([]);
});

test('limits of all currencies are fine, and a chain without limits has no row', async () => {
  expect(currencies.length).toBeGreaterThan(1);
  const limit = async (): Promise<bigint> => 1n;
  expect(await limitRows({ slug, assets, vault: { limit } }, signal)).toEqual([
    { check: 'limit', subject: 'base', result: 'ok' },
  ]);
  expect(await limitRows({ slug, assets, vault: {} }, signal)).toEqual([]);
  expect(await limitRows({ slug, assets }, signal)).toEqual([]);
});

test('a limit that cannot be read is told', async () => {
  const limit = async (): Promise<bigint> => Promise.reject(new Error('no answer'));
  expect(await limitRows({ slug, assets, vault: { limit } }, signal)).toEqual([
    expect.objectContaining({
      result: 'warning',
      message: expect.stringContaining('no answer') as string,
    }),
  ]);
});
