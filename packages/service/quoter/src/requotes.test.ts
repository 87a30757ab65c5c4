import { assert, isPortageError } from '@portage/core';
import type { DepositAddresses } from '@portage/core/chain';
import type { OpenDeposit } from '@portage/settlement';
import { expect, test } from 'vitest';
import { testChains, usdcToken, weth } from '../test/chains.js';
import { createQuoterHarness, testPayer, type QuoterHarness } from '../test/quoterHarness.js';
import { readBack } from '../test/readBack.js';

const box = `0x${'b0'.repeat(20)}`;
const unused = (): never => {
  throw new Error('Quotes do not look at addresses.');
};
const addresses: DepositAddresses = {
  addressOf: () => box,
  sweep: unused,
  holdings: unused,
  receipts: unused,
};

const asked = {
  user: testPayer,
  originCurrency: usdcToken.base,
  destinationCurrency: usdcToken.optimism,
  amount: '100000000',
  useDepositAddress: true,
};

/** Quotes an address, and hands back what then comes to it. */
async function openAddress(
  bench: QuoterHarness,
  change: object = {},
): Promise<(amount: bigint, currency?: string) => OpenDeposit> {
  await bench.quote({ ...asked, ...change });
  const [saved] = bench.saved;
  assert(saved?.depositAddress !== undefined, 'the quote has an address');
  const { depositAddress, orderId, id, originChainId } = saved;
  return (amount, currency = usdcToken.base) => ({
    address: {
      ...depositAddress,
      orderId,
      requestId: id,
      chainId: originChainId,
      charged: undefined,
      createdAt: 0,
      quoteRequest: JSON.parse(depositAddress.quoteRequest) as unknown,
    },
    deposit: {
      type: 'deposit',
      txId: `0x${'11'.repeat(32)}`,
      ordinal: 0,
      height: 1,
      blockHash: '0x01',
      orderId,
      depositor: testPayer,
      payer: box,
      currency,
      amount,
    },
    requoted: undefined,
    isMainOpen: true,
    paidBy: [],
  });
}

/** Amount that a deposit gives, or the code of its refusal. */
async function outcome(bench: QuoterHarness, deposit: OpenDeposit): Promise<string> {
  try {
    return readBack(await bench.quoteDeposit(deposit)).details.currencyOut.amount;
  } catch (error) {
    if (!isPortageError(error)) throw error;
    return error.code;
  }
}

test('a fixed rate is one of two currencies: another one that comes goes back (deposit-addresses#open)', async () => {
  const bench = createQuoterHarness({
    chains: testChains({ base: { addresses } }),
    context: { apiKeyId: 'key_1', rights: ['fixed-rate'] },
  });
  const paid = await openAddress(bench, { fixedRate: '1:0.998' });
  expect(await outcome(bench, paid(50_000_000n))).toBe('49900000');
  // 2000 USD, of which the rate would leave 0.998.
  expect(await outcome(bench, paid(10n ** 18n, weth))).toBe('UNSUPPORTED_CURRENCY');
});

// The solver has twice what it wants on one side and next to nothing on the other: 10 % of the
// input, or half of that for another currency, where 4 % pass without a word.
const whole = 1_000_000_000_000n;
const steep = (): QuoterHarness =>
  createQuoterHarness({
    chains: testChains({
      base: { balance: 2n * whole, addresses },
      optimism: { balance: 10_000_000_000n },
    }),
    policy: {
      swapImpactBpsMax: 400n,
      rebalancing: {
        bpsMax: 1_000n,
        targetsMicroUsd: { 'base:usdc': whole, 'optimism:usdc': whole },
      },
    },
  });

test('an impact that a caller overrides is that of the amount it was shown for: more, or another currency, is judged (deposit-addresses#open)', async () => {
  const bench = steep();
  const paid = await openAddress(bench, { overridePriceImpact: true });
  expect(await outcome(bench, paid(100_000_000n))).toMatch(/^9\d{7}$/);
  expect(await outcome(bench, paid(99_000_000n))).toMatch(/^8\d{7}$/);
  expect(await outcome(bench, paid(1_000_000_000n))).toBe('SWAP_IMPACT_TOO_HIGH');
  expect(await outcome(bench, paid(10n ** 16n, weth))).toBe('SWAP_IMPACT_TOO_HIGH');
});

test('a sponsor pays the fees of the amount that it was asked for, in that currency, or up to its cap: else the payer bears them (deposit-addresses#open)', async () => {
  const harness = (): QuoterHarness =>
    createQuoterHarness({
      chains: testChains({ base: { addresses } }),
      context: { apiKeyId: 'key_1', sponsor: 'house' },
      sponsors: { house: 10n ** 15n },
    });
  const sponsorOf = async (
    asking: Readonly<Record<string, unknown>>,
    ...paid: readonly [amount: bigint, currency?: string]
  ): Promise<unknown> => {
    const bench = harness();
    const deposit = await openAddress(bench, { subsidizeFees: true, ...asking });
    const { executionTerms } = await bench.quoteDeposit(deposit(...paid));
    return (JSON.parse(executionTerms ?? '{}') as { sponsor?: { account: string } }).sponsor
      ?.account;
  };
  expect(await sponsorOf({}, 100_000_000n)).toBe('house');
  expect(await sponsorOf({}, 10_000_000_000n)).toBeUndefined();
  expect(await sponsorOf({}, 10n ** 18n, weth)).toBeUndefined();
  const capped = { maxSubsidizationAmount: '1000000000' };
  expect(await sponsorOf(capped, 10_000_000_000n)).toBe('house');
});

test('a key that was revoked since has no sponsor and no rights: the payer bears its fees, and a fixed rate goes back (keys-and-usage#revoked-key)', async () => {
  const bench = createQuoterHarness({
    chains: testChains({ base: { addresses } }),
    context: { apiKeyId: 'key_1', sponsor: 'house', rights: ['fixed-rate', 'route-racing'] },
    sponsors: { house: 10n ** 12n },
  });
  const sponsored = await openAddress(bench, { subsidizeFees: true, useRouteRacing: true });
  const deposit = sponsored(50_000_000n);
  const sponsorOf = async (isKeyRevoked: boolean): Promise<unknown> =>
    JSON.parse((await bench.quoteDeposit(deposit, isKeyRevoked)).executionTerms ?? '{}');
  expect(await sponsorOf(false)).toMatchObject({ sponsor: { account: 'house' } });
  expect(await sponsorOf(true)).not.toHaveProperty('sponsor');

  bench.saved.length = 0;
  const fixed = await openAddress(bench, { fixedRate: '1:0.998' });
  await expect(bench.quoteDeposit(fixed(50_000_000n), true)).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
});

test('a service that is drained takes no more orders, and pays on what comes to its addresses', async () => {
  const chains = testChains({ base: { addresses } });
  const deposited = await openAddress(createQuoterHarness({ chains }));
  const drained = createQuoterHarness({ chains, isDraining: true });
  await expect(drained.quoteText(asked)).rejects.toMatchObject({ code: 'CHAIN_DISABLED' });
  expect(drained.saved).toEqual([]);
  const { details } = readBack(await drained.quoteDeposit(deposited(50_000_000n)));
  expect(BigInt(details.currencyOut.amount)).toBeGreaterThan(49_000_000n);
});
