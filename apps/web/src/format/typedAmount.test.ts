import { describe, expect, it } from 'vitest';
import { pointOf, readTypedAmount } from './typedAmount.js';

const english = { point: '.', symbol: 'USDC' };
const german = { point: ',', symbol: 'USDC' };

it('knows the separators of languages', () => {
  expect(['en', 'de', 'fr', 'pt-BR', 'hi', 'ja'].map(pointOf)).toEqual([
    '.',
    ',',
    ',',
    ',',
    '.',
    '.',
  ]);
});

describe('an amount', () => {
  it.each([
    ['', ''],
    ['5', '5'],
    ['.5', '.5'],
    ['1.', '1.'],
    ['1.000', '1.000'],
    ['0.123', '0.123'],
    ['1,000', '1000'],
    ['2,500 USDC', '2500'],
    ['1,000,000', '1000000'],
    ['1,000,000.25', '1000000.25'],
    ['1.000.000', '1000000'],
    ['1.000,25', '1000.25'],
    ['12,34,567.5', '1234567.5'],
    ['1 000', '1000'],
    ['1\u00a0000,5', '1000.5'],
    ['1\u202f000\u202f000', '1000000'],
    ["1'000.5", '1000.5'],
    ['1’000', '1000'],
    ['1 000.500', '1000.500'],
    ['1,5', '1.5'],
    ['1,50', '1.50'],
    ['0,123', '0.123'],
    ['1234,567', '1234.567'],
    ['$1,234.50', '1234.50'],
    ['US$ 20', '20'],
    ['  20  ', '20'],
    ['20usdc', '20'],
    ['USDC 20', '20'],
    ['１２３', '123'],
  ])('in English: %j is %j', (typed, text) => {
    expect(readTypedAmount(typed, english)).toEqual({ type: 'amount', text });
  });

  it.each([
    ['1,5', '1.5'],
    ['1.5', '1.5'],
    ['0,125', '0.125'],
    ['0.125', '0.125'],
    ['1.000,5', '1000.5'],
    ['1.000.000', '1000000'],
    ['1,0005', '1.0005'],
    ['1 000,250', '1000.250'],
  ])('in German: %j is %j', (typed, text) => {
    expect(readTypedAmount(typed, german)).toEqual({ type: 'amount', text });
  });

  it.each(['1,000', '1.000', '12.500'])('in German %j is two amounts, and neither', (typed) => {
    expect(readTypedAmount(typed, german)).toMatchObject({ type: 'unclear' });
  });

  it.each(['1e5', '-5', '0x10', 'abc', '1,00,0', '1.2.3', '1,000.5.5', '1 00', '1..5', '5 ETH'])(
    '%j is refused with a word',
    (typed) => {
      expect(readTypedAmount(typed, english)).toMatchObject({ type: 'unclear' });
    },
  );
});
