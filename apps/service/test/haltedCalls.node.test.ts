import type { Chain, PriceSource } from '@portage/core/chain';
import { createTestDatabases } from '@portage/database/testing';
import { createFixedPrices } from '@portage/prices';
import { openTestSettlement } from '@portage/settlement/testing';
import { createFakeChain } from '@portage/testing';
import { afterAll, expect, test } from 'vitest';
import { watchHaltedChains } from '../src/restrictions/watchHaltedChains.js';
import { watchHaltedCalls } from '../src/restrictions/watchHaltedCalls.js';

const databases = createTestDatabases();
afterAll(() => databases.close());

test('txs are not quoted on a chain whose calls burned their budget, until the hour passed or an operator cleared it', async () => {
  const settlement = await openTestSettlement(databases);
  const [burning, calm]: readonly Chain[] = [10, 8453].map(
    (id) => createFakeChain({ id, slug: `chain-${String(id)}` }).chain,
  );
  if (burning === undefined || calm === undefined) throw new Error('no chain');
  const prices: PriceSource = createFixedPrices({ [burning.native.id]: '2000' }, Date.now);
  const said: string[] = [];
  let poll = (): void => undefined;
  const areHalted = await watchHaltedCalls({
    chains: { all: [burning, calm] },
    settlement,
    prices,
    policy: {
      perPayerMicroUsdMax: 2_000_000n,
      perKeyMicroUsdMax: 10_000_000n,
      perTargetMicroUsdMax: 5_000_000n,
      microUsdMax: 20_000_000n,
    },
    clock: { every: (_, work) => void (poll = work) },
    log: (message) => void said.push(message),
    signal: new AbortController().signal,
  });
  const untilHalted = async (isHalted: boolean): Promise<void> => {
    poll();
    await expect.poll(() => areHalted(burning)).toBe(isHalted);
    expect(areHalted(calm)).toBe(false);
  };
  await settlement.query(
    `insert into settlements (order_id, leg, kind, intent, chain_id)
       values (decode(repeat('0a', 32), 'hex'), 'call', 'relay', '{}', 10)`,
  );
  let sequence = 0;
  /** A relay that burned so many thousandths of a native unit. */
  const burn = (thousandths: number): Promise<unknown> =>
    settlement.query(
      `insert into outbox (chain_id, tx_id, sender, sequence, order_id, leg, purpose, raw, state, gas_cost)
       values ($1, $2, 'solver', $3, decode(repeat('0a', 32), 'hex'), 'call', 'relay', '', 'reverted', $4)`,
      [
        burning.id,
        `0x${String((sequence += 1))}`,
        sequence,
        (BigInt(thousandths) * 10n ** BigInt(burning.native.decimals - 3)).toString(),
      ],
    );
  expect(areHalted(burning)).toBe(false);
  await burn(9);
  await untilHalted(false);
  // All of it was quoted without a key.
  const halts = (apiKeyId?: string): boolean => areHalted(burning, { apiKeyId, targets: [] });
  await expect.poll(() => halts()).toBe(true);
  expect(halts('app')).toBe(false);
  await burn(1);
  await untilHalted(true);
  expect(halts('app')).toBe(true);
  await settlement.query(`update outbox set stored_at = now() - interval '61 minutes'`);
  await untilHalted(false);
  await burn(10);
  await untilHalted(true);
  await settlement.chains.clearBurnedGas(burning.id, 'the payer is known');
  await untilHalted(false);
  await burn(9);
  await untilHalted(false);
  expect(said).toEqual([0, 1].flatMap(() => ['txs are no longer quoted', 'txs are quoted again']));
});

test('CB8: a chain whose fills fail is not quoted, nor one that is halted, until an operator clears it', async () => {
  const settlement = await openTestSettlement(databases);
  const [failing, halted, calm]: readonly Chain[] = [1, 2, 3].map(
    (id) => createFakeChain({ id, slug: `chain-${String(id)}` }).chain,
  );
  if (failing === undefined || halted === undefined || calm === undefined)
    throw new Error('no chain');
  let poll = (): void => undefined;
  const haltedReason = await watchHaltedChains({
    settlement,
    clock: { every: (_, work) => void (poll = work) },
    log: () => undefined,
    signal: new AbortController().signal,
  });
  const seen = (): readonly (string | undefined)[] => [failing, halted, calm].map(haltedReason);
  expect(seen()).toEqual([undefined, undefined, undefined]);
  await settlement.breakers.trip({ chainId: 1, kind: 'quotes', reason: 'fills fail' });
  await settlement.breakers.trip({ chainId: 3, kind: 'depth', reason: 'a reorg', depth: 9 });
  await settlement.chains.halt(2, 'looked at');
  poll();
  await expect.poll(seen).toEqual(['fills fail', 'looked at', undefined]);
  for (const { id } of [failing, halted, calm]) await settlement.chains.clearHalt(id, 'mended');
  poll();
  await expect.poll(seen).toEqual([undefined, undefined, undefined]);
  expect(await settlement.breakers.list()).toEqual([]);
});
