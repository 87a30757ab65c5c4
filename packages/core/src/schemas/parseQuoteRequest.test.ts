import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPortageError, type PortageError } from '../errors/portageError.js';
import { parseQuoteRequest } from './parseQuoteRequest.js';

const user = '0x03508bb71268bba25ecacc8f620e01866650532c';

function refusal(body: unknown): PortageError {
  try {
    parseQuoteRequest(body);
  } catch (error) {
    if (isPortageError(error)) return error;
    throw error;
  }
  throw new Error('was accepted');
}

describe('parseQuoteRequest', () => {
  test('fills in the defaults of the specification', () => {
    const request = parseQuoteRequest({ user });
    expect(request).toMatchObject({
      user,
      recipient: user,
      amount: 10n ** 18n,
      body: {
        originChainId: 8453,
        destinationChainId: 10,
        tradeType: 'EXACT_INPUT',
        explicitDeposit: true,
        enableTrueExactOutput: false,
      },
    });
  });

  test('ignores unknown members', () => {
    expect(parseQuoteRequest({ user, surprise: true }).body).not.toHaveProperty('surprise');
  });

  test.each([
    [{ user, amount: '1.0' }, 'amount'],
    [{ user, amount: '-1' }, 'amount'],
    [{ user, amount: '١' }, 'amount'],
    [{ user, amount: 1 }, 'amount'],
    [{ user, amount: '9'.repeat(79) }, 'amount'],
    [{ user, originChainId: '8453' }, 'originChainId'],
    [{ user, originChainId: 1.5 }, 'originChainId'],
    [{ user, tradeType: 'exact_input' }, 'tradeType'],
    [{ user, overridePriceImpact: 'true' }, 'overridePriceImpact'],
    [{ user, txs: [{ to: '0x1', value: '0', data: '0x' }] }, 'txs.0.to'],
    [{ user, appFees: [{ recipient: user, fee: '1e3' }] }, 'appFees.0.fee'],
    [{ user, appFees: [{ recipient: user, fee: `0.${'0'.repeat(22)}1` }] }, 'appFees.0.fee'],
    [{ user, appFees: [{ recipient: user, fee: '10000.00000000000000001' }] }, 'appFees'],
    [{ user, topupGasAmount: '1' }, 'topupGasAmount'],
    [{ user, recoveryAddress: user }, 'recoveryAddress'],
    [{ user, sponsoredFeeComponents: ['app'] }, 'sponsoredFeeComponents'],
    [{ user, subsidizeFees: true, sponsoredFeeComponents: [] }, 'sponsoredFeeComponents'],
    [
      { user, subsidizeFees: true, sponsoredFeeComponents: ['relay', 'the service'] },
      'sponsoredFeeComponents',
    ],
    [{}, 'user'],
  ])('names the offending path of %j', (body, path) => {
    const error = refusal(body);
    expect(error.code).toBe('INVALID_REQUEST');
    expect(error.details[0]?.path).toBe(path);
  });

  test.each(['10001', '-1', '1.5', '00050', ''])(
    'refuses the slippage %j by its own code',
    (slippageTolerance) => {
      expect(refusal({ user, slippageTolerance }).code).toBe('INVALID_SLIPPAGE_TOLERANCE');
    },
  );

  test.each([null, [], 'text', 7])('refuses a body that is %j', (body) => {
    expect(refusal(body).code).toBe('INVALID_REQUEST');
  });

  test('normalises bucket names and adds rent only when it is asked for', () => {
    expect(parseQuoteRequest({ user, subsidizeFees: true }).sponsorship?.components).toEqual([
      'execution',
      'swap',
      'the service',
      'app',
    ]);
    expect(
      parseQuoteRequest({
        user,
        subsidizeFees: true,
        sponsoredFeeComponents: ['relay'],
        subsidizeRent: true,
      }).sponsorship?.components,
    ).toEqual(['the service', 'rent']);
  });

  test('reads fractions of a basis point exactly', () => {
    expect(
      parseQuoteRequest({
        user,
        appFees: [
          { recipient: user, fee: '12.5' },
          { recipient: user, fee: '.25' },
          { recipient: user, fee: '0.00001' },
          { recipient: user, fee: '.00000000000000000000001' },
        ],
      }).appFees.map((fee) => fee.bpsE24),
    ).toEqual([125n * 10n ** 23n, 25n * 10n ** 22n, 10n ** 19n, 10n]);
  });

  test('a fee of a hundred thousand digits is refused at once', () => {
    const before = process.cpuUsage();
    expect(
      refusal({ user, appFees: [{ recipient: user, fee: `${'1'.repeat(100_000)}x` }] }).code,
    ).toBe('INVALID_REQUEST');
    expect(process.cpuUsage(before).user).toBeLessThan(200_000);
  });

  test('never pollutes prototypes and throws nothing but our errors', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.json({ maxDepth: 4 }), fc.constant('{"__proto__":{"polluted":1},"user":"a"}')),
        (text) => {
          try {
            parseQuoteRequest(JSON.parse(text));
          } catch (error) {
            if (!isPortageError(error)) throw error;
          }
          return !('polluted' in {});
        },
      ),
      { numRuns: 300 },
    );
  });
});
