import { isPortageError } from '@portage/core';
import type { DepositAddresses } from '@portage/core/chain';
import { describe, expect, it } from 'vitest';
import { forbiddenToken, stuck, usdcToken, testChains } from '../test/chains.js';
import {
  other,
  testPayer,
  createQuoterHarness,
  type QuoterHarness,
} from '../test/quoterHarness.js';

const unused = (): never => {
  throw new Error('Quotes do not look at addresses.');
};

/** Addresses that say whose they are. */
const addresses: DepositAddresses = {
  addressOf: ({ orderId, depositor }) => `0x${orderId.slice(2, 10)}${depositor.slice(-32)}`,
  sweep: unused,
  holdings: unused,
  receipts: unused,
};

const benchOf = (options: Parameters<typeof createQuoterHarness>[0] = {}): QuoterHarness =>
  createQuoterHarness({ chains: testChains({ base: { addresses } }), ...options });

const good = {
  user: testPayer,
  originCurrency: usdcToken.base,
  destinationCurrency: usdcToken.optimism,
  amount: '100000000',
  useDepositAddress: true,
};
const days180 = 180 * 86_400;

async function refusal(change: object, bench = benchOf()): Promise<string> {
  const error = await bench.quoteText({ ...good, ...change }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(bench.saved).toEqual([]);
  if (!isPortageError(error))
    throw new Error('Not refused with an error of ours.', { cause: error });
  return `${error.code} ${error.details[0]?.path ?? ''}`;
}

describe('a quote with a deposit address', () => {
  it('is paid at its own address, open for any amount, for 180 days', async () => {
    const bench = benchOf();
    const quote = await bench.quote({ ...good, includeProtocolData: true });
    const [saved] = bench.saved;
    const orderId = quote.protocol.v2?.orderId ?? '';
    const address = addresses.addressOf({ orderId, depositor: testPayer });
    expect(quote.steps[0]?.items[0]?.data).toMatchObject({ to: address });
    expect(saved?.depositAddress).toMatchObject({
      address,
      type: 'open',
      depositor: testPayer,
      refundTo: testPayer,
      currency: usdcToken.base,
    });
    expect(JSON.parse(saved?.depositAddress?.quoteRequest ?? '')).toMatchObject({
      body: { amount: '100000000', user: testPayer },
      context: { apiKeyId: 'key_1' },
    });
    const plain = await createQuoterHarness().quote({ ...good, useDepositAddress: false });
    const deadline = (of: typeof quote): number => of.protocol.v2?.orderData.output.deadline ?? 0;
    expect(deadline(quote) - deadline(plain)).toBe(days180 - 7 * 86_400);
    expect(saved?.depositAddress?.expiresAt).toBe(1000 * deadline(quote));
  });

  it('charges the gas of the sweep, and the payer only that of a transfer (deposit-addresses#gas)', async () => {
    const [through, plain] = [
      await benchOf().quote(good),
      await createQuoterHarness().quote({ ...good, useDepositAddress: false }),
    ];
    // 11 gwei-units of gas at 2000 USD, rounded up to a millionth of a dollar and above what the
    // fill costs.
    expect(BigInt(through.fees.relayerGas.amount)).toBeGreaterThan(
      BigInt(plain.fees.relayerGas.amount),
    );
    expect(BigInt(through.fees.gas.amount)).toBeLessThan(BigInt(plain.fees.gas.amount));
  });

  it('is refused for less than a sweep and a refund cost (deposit-addresses#worth)', async () => {
    // A hundredth of an ether is 20 dollars.
    const bench = benchOf({
      chains: testChains({ base: { addresses, refundGas: 10_000_000_000_000_000n } }),
    });
    expect(await refusal({ amount: '15000000' }, bench)).toBe('AMOUNT_TOO_LOW amount');
    await bench.quote({ ...good, amount: '25000000' });
    expect(bench.saved).toHaveLength(1);
    const plain = { ...good, amount: '15000000', useDepositAddress: false };
    expect((await bench.quote(plain)).details.currencyIn.amount).toBe('15000000');
  });

  it('is strict for an exact output, and names who may recover the money', async () => {
    const bench = benchOf();
    await bench.quote({
      ...good,
      tradeType: 'EXACT_OUTPUT',
      refundTo: other,
      recoveryAddress: other,
    });
    expect(bench.saved[0]?.depositAddress).toMatchObject({
      type: 'strict',
      depositor: other,
      refundTo: other,
    });
  });

  it('gives no address with an indicative quote', async () => {
    const bench = benchOf();
    expect((await bench.quote({ ...good, indicativeQuote: true })).steps).toEqual([]);
    expect(bench.saved).toEqual([]);
  });

  it.each([
    ['an exact output without refundTo', { tradeType: 'EXACT_OUTPUT' }, 'INVALID_REQUEST refundTo'],
    ['calls', { txs: [{ to: other, value: '0', data: '0x' }] }, 'EXTRA_TXS_NOT_SUPPORTED txs'],
    ['a permit', { usePermit: true }, 'usePermit'],
    [
      'a choice of sponsored fees',
      { subsidizeFees: true, sponsoredFeeComponents: ['app'] },
      'UNSUPPORTED_FEATURE sponsoredFeeComponents',
    ],
    [
      'a currency that is not bridged',
      { originCurrency: stuck },
      'UNSUPPORTED_CURRENCY originCurrency',
    ],
    [
      'a recovery by one of our contracts',
      { recoveryAddress: forbiddenToken },
      'INVALID_RECIPIENT recoveryAddress',
    ],
    [
      'a refund to the native currency, which would mean the sender (D16)',
      { refundTo: '0x0000000000000000000000000000000000000000' },
      'INVALID_RECIPIENT refundTo',
    ],
    [
      'a chain without addresses',
      {
        originChainId: 10,
        destinationChainId: 8453,
        originCurrency: usdcToken.optimism,
        destinationCurrency: usdcToken.base,
      },
      'UNSUPPORTED_FEATURE useDepositAddress',
    ],
  ])('is refused with %s', async (_, change, said) => {
    expect(
      await refusal(
        change,
        benchOf({
          context: { apiKeyId: 'key_1', sponsor: 'house' },
          sponsors: { house: 10n ** 12n },
        }),
      ),
    ).toContain(said);
  });

  it('is sponsored wholly or not at all', async () => {
    const sponsored = {
      context: { apiKeyId: 'key_1', sponsor: 'house' },
      sponsors: { house: 10n ** 12n },
    };
    const asked = { ...good, subsidizeFees: true, maxSubsidizationAmount: '10000' };
    const capped = await benchOf(sponsored).quote(asked);
    expect(capped.feeSponsorship.quoted).toMatchObject({
      capHit: true,
      sponsoredTotal: { amount: '0' },
    });
    const plain = await createQuoterHarness(sponsored).quote({
      ...asked,
      useDepositAddress: false,
    });
    expect(BigInt(plain.feeSponsorship.quoted.sponsoredTotal?.amount ?? 0)).toBeGreaterThan(0n);
    const whole = await benchOf(sponsored).quote({ ...asked, maxSubsidizationAmount: '100000000' });
    expect(whole.feeSponsorship.quoted).toMatchObject({
      capHit: false,
      userPaysTotal: { amount: '0' },
    });
  });
});
