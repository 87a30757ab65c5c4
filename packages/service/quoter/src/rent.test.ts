import { isPortageError, PortageError, zeroAddress } from '@portage/core';
import type { RecipientPayment } from '@portage/core/chain';
import { describe, expect, it } from 'vitest';
import { testChains, usdcToken, type Memory } from '../test/chains.js';
import { createQuoterHarness, other, testPayer } from '../test/quoterHarness.js';

const bridge = {
  user: testPayer,
  recipient: other,
  originCurrency: usdcToken.base,
  destinationCurrency: usdcToken.optimism,
  amount: '100000000',
};
/** 0.0001 ETH, which is worth 0.2 USDC. */
const rentAmount = 10n ** 14n;

const benchWith = (optimism: Memory, base: Memory = {}) =>
  createQuoterHarness({
    chains: testChains({ optimism, base }),
    sponsors: { acme: 10n ** 12n },
    context: { apiKeyId: 'key_1', rights: [], sponsor: 'acme' },
  });

const stranger = '0x00000000000000000000000000000000005742a6';

const refusal = new PortageError('INVALID_RECIPIENT', { message: 'It is a token account.' });

describe('rent of accounts that a payment opens', () => {
  it('is a bucket of its own that the user pays, known or read (sponsorship#part-rent)', async () => {
    const without = await benchWith({}).quote(bridge);
    for (const rent of [rentAmount, Promise.resolve(rentAmount)]) {
      const asked: object[] = [];
      const { quote } = benchWith({
        rent: (payment) => {
          asked.push(payment);
          return rent;
        },
      });
      const { feeSponsorship, details, fees } = await quote(bridge);
      expect(feeSponsorship.quoted.components.rent?.userPays.amount).toBe('200000');
      expect(feeSponsorship.quoted.components.execution).toEqual(
        without.feeSponsorship.quoted.components.execution,
      );
      const gas = BigInt(without.fees.relayerGas.amount) + 200_000n;
      expect(fees.relayerGas.amount).toBe(gas.toString());
      expect(fees.relayerService).toEqual(without.fees.relayerService);
      expect(details.swapImpact.usd).toBe(without.details.swapImpact.usd);
      expect(BigInt(without.details.currencyOut.amount) - BigInt(details.currencyOut.amount)).toBe(
        200_000n,
      );
      expect(asked).toEqual([{ currency: usdcToken.optimism, recipient: other }]);
    }
  });

  it('is no impact: a small first transfer is quoted where the policy lets no pool take anything', async () => {
    const { quote } = createQuoterHarness({
      chains: testChains({ optimism: { rent: () => rentAmount }, base: {} }),
      policy: { swapImpactBpsMax: 0n },
    });
    const { details, fees } = await quote({ ...bridge, amount: '1000000' });
    expect(details.swapImpact).toEqual({ usd: '0', percent: '0' });
    expect(details.totalImpact.usd).toBe(`-${fees.relayer.amountUsd}`);
    expect(details.expandedPriceImpact.execution.usd).toBe(`-${fees.relayer.amountUsd}`);
  });

  it('U9: is sponsored only when it is chosen, by name or by the old alias', async () => {
    const { quote } = benchWith({ rent: () => rentAmount });
    const paid = async (extra: object): Promise<string | undefined> =>
      (await quote({ ...bridge, subsidizeFees: true, ...extra })).feeSponsorship.quoted.components
        .rent?.sponsored.amount;
    expect(await paid({})).toBe('0');
    expect(await paid({ sponsoredFeeComponents: ['rent'] })).toBe('200000');
    expect(await paid({ subsidizeRent: true })).toBe('200000');
  });

  it('says in the order’s terms who bears it, and that none is opened where none was charged', async () => {
    const opens = async (rent: bigint, extra: object = {}): Promise<unknown> => {
      const { quote, saved } = benchWith({ rent: () => rent });
      await quote({ ...bridge, ...extra });
      const terms = saved[0]?.executionTerms;
      return terms === undefined
        ? undefined
        : (JSON.parse(terms) as { opensAccount?: string }).opensAccount; // Written by the quoter.
    };
    const sponsored = { subsidizeFees: true, subsidizeRent: true };
    expect(await opens(0n)).toBeUndefined();
    expect(await opens(0n, sponsored)).toBeUndefined();
    expect(await opens(rentAmount)).toBe('payer');
    expect(await opens(rentAmount, { subsidizeFees: true })).toBe('payer');
    expect(await opens(rentAmount, sponsored)).toBe('sponsor');
  });

  it('is paid out of the fixed output of an exact-output quote', async () => {
    const body = { ...bridge, tradeType: 'EXACT_OUTPUT' };
    const [plain, rented] = [
      await benchWith({}).quote(body),
      await benchWith({ rent: () => rentAmount }).quote(body),
    ];
    expect(rented.details.currencyOut.amount).toBe('100000000');
    expect(
      BigInt(rented.details.currencyIn.amount) - BigInt(plain.details.currencyIn.amount),
    ).toBeGreaterThanOrEqual(200_000n);
  });

  it('that a recipient cannot have is the recipient’s fault', async () => {
    const bench = benchWith({ recipientState: () => ({ refusal }) });
    await expect(bench.quote(bridge)).rejects.toMatchObject({
      code: 'INVALID_RECIPIENT',
      details: [{ path: 'recipient' }],
    });
    expect(bench.saved).toEqual([]);
  });

  it('that nobody may sign for is paid only where the caller means it (quote#allowProgramRecipient)', async () => {
    const doubtful = benchWith({ recipientState: () => ({ doubt: refusal }) });
    await expect(doubtful.quote(bridge)).rejects.toMatchObject({
      code: 'INVALID_RECIPIENT',
      details: [{ path: 'recipient' }],
    });
    expect(doubtful.saved).toEqual([]);
    await doubtful.quote({ ...bridge, allowProgramRecipient: true });
    expect(doubtful.saved).toHaveLength(1);
    // A refusal is none that the caller can know better.
    await expect(
      benchWith({ recipientState: () => ({ refusal }) }).quote({
        ...bridge,
        allowProgramRecipient: true,
      }),
    ).rejects.toMatchObject({ code: 'INVALID_RECIPIENT' });
  });

  it('that cannot be read is no quote', async () => {
    const bench = benchWith({ rent: () => Promise.reject(new Error('no endpoint')) });
    await expect(bench.quote(bridge)).rejects.toSatisfy((error) =>
      isPortageError(error, 'PRICE_FETCH_FAILED'),
    );
    expect(bench.saved).toEqual([]);
  });
});

describe('the least that a new account is paid', () => {
  it('is asked of the output, and named', async () => {
    const { amount } = (await benchWith({}).quote(bridge)).details.currencyOut;
    const quoteAt = (least: bigint) =>
      benchWith({ recipientState: () => ({ least }) }).quote(bridge);
    await quoteAt(BigInt(amount));
    await expect(quoteAt(BigInt(amount) + 1n)).rejects.toMatchObject({
      code: 'AMOUNT_TOO_LOW',
      details: [{ path: 'amount' }],
      context: { minimumAmount: (BigInt(amount) + 1n).toString() },
    });
  });
});

describe('accounts that are paid back', () => {
  const holding = '0x00000000000000000000000000000000000000ac';
  const isHolding = ({ recipient }: RecipientPayment) => (recipient === holding ? { refusal } : {});

  it('are refused where nobody could move the refund, on either chain', async () => {
    for (const bench of [
      benchWith({}, { recipientState: isHolding }),
      benchWith({ recipientState: isHolding }),
    ]) {
      await expect(bench.quote({ ...bridge, refundTo: holding })).rejects.toMatchObject({
        code: 'INVALID_RECIPIENT',
        message: expect.stringContaining('refundTo') as string,
        details: [{ path: 'refundTo' }],
      });
      expect(bench.saved).toEqual([]);
      await bench.quote({ ...bridge, refundTo: testPayer });
    }
  });

  it('are looked at in the currency that would be paid back', async () => {
    const asked: object[] = [];
    const { quote } = benchWith(
      {},
      {
        recipientState: (payment) => {
          asked.push(payment);
          return {};
        },
      },
    );
    await quote({ ...bridge, refundTo: holding });
    expect(asked).toEqual([{ currency: usdcToken.base, recipient: holding }]);
  });
});

describe('depositFeePayer', () => {
  const code =
    (expected: 'UNSUPPORTED_FEATURE' | 'INVALID_REQUEST' | 'INVALID_ADDRESS') => (error: unknown) =>
      isPortageError(error, expected) && error.message.startsWith('depositFeePayer');

  it('reaches the deposit where the chain takes one', async () => {
    const { quote } = benchWith({}, { takesFeePayer: true });
    const { steps } = await quote({
      ...bridge,
      depositFeePayer: other,
      includeComputeUnitLimit: true,
    });
    expect(steps[0]?.items[0]?.data).toMatchObject({
      from: testPayer,
      feePayer: other,
      computeUnitLimit: true,
    });
  });

  it('S10: is refused where it has no account on the chain, and so nothing to pay with', async () => {
    const asked: RecipientPayment[] = [];
    const recipientState = (payment: RecipientPayment) => {
      asked.push(payment);
      return { least: payment.recipient === stranger ? 890_880n : 0n };
    };
    const { quote } = benchWith({}, { takesFeePayer: true, recipientState });
    const error = await quote({ ...bridge, depositFeePayer: stranger }).catch((thrown: unknown) =>
      isPortageError(thrown) ? thrown : undefined,
    );
    expect(error).toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      details: [{ path: 'depositFeePayer' }],
    });
    expect(asked).toContainEqual({ currency: zeroAddress, recipient: stranger });
    expect((await quote({ ...bridge, depositFeePayer: other })).steps).toHaveLength(1);
  });

  it('is refused where it could not pay, and where it is the user', async () => {
    await expect(benchWith({}).quote({ ...bridge, depositFeePayer: other })).rejects.toSatisfy(
      code('UNSUPPORTED_FEATURE'),
    );
    const { quote } = benchWith({}, { takesFeePayer: true });
    await expect(quote({ ...bridge, depositFeePayer: testPayer })).rejects.toSatisfy(
      code('INVALID_REQUEST'),
    );
    await expect(quote({ ...bridge, depositFeePayer: '509564' })).rejects.toSatisfy(
      code('INVALID_ADDRESS'),
    );
  });
});
