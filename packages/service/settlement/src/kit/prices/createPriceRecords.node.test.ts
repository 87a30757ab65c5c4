import { openTestSettlement } from '@portage/settlement/testing';
import { createTestDatabases } from '@portage/database/testing';
import { afterAll, expect, it } from 'vitest';
import type { LastPrice } from './createPriceRecords.js';

const databases = createTestDatabases();
afterAll(() => databases.close());

const priceOf = (assetId: string, usdE12: bigint, observedAt: number): LastPrice => ({
  assetId,
  value: { usdE12 },
  observedAt,
});

it('keeps the newest price of each asset, whoever writes it last', async () => {
  const { prices } = await openTestSettlement(databases);
  expect(await prices.last()).toEqual([]);
  const btc = priceOf('btc', 10n ** 60n, 1_700_000_000_000);
  const eth = priceOf('eth', 2_500n * 10n ** 12n, 1_700_000_000_500);
  await prices.keep([btc, eth]);
  await prices.keep([]);
  await prices.keep([{ ...eth, value: { usdE12: 1n }, observedAt: eth.observedAt - 1 }]);
  expect(await prices.last()).toEqual([btc, eth]);
  const next = priceOf('eth', 2_600n * 10n ** 12n, 1_700_000_001_000);
  await prices.keep([next]);
  expect(await prices.last()).toEqual([btc, next]);
});
