import { describe, expect, it } from 'vitest';
import { chains } from '../../../../packages/client/test/fixtures.js';
import { findPlace } from './currencies.js';

describe('findPlace', () => {
  it.each(['usdc@base', 'USDC@8453', '0x1111111111111111111111111111111111111111@Base'])(
    'reads %s',
    (text) => {
      expect(findPlace(chains, text)).toMatchObject({
        chain: { id: 8453 },
        currency: { id: 'usdc', decimals: 6 },
      });
    },
  );

  it('finds the native currency', () => {
    expect(findPlace(chains, 'eth@optimism')).toMatchObject({
      chain: { id: 10 },
      currency: { decimals: 18 },
    });
  });

  it.each([
    ['usdc', 'is not a currency on a chain'],
    ['@base', 'is not a currency on a chain'],
    ['usdc@', 'is not a currency on a chain'],
    ['usdc@mainnet', 'Chains: base, optimism'],
    ['dai@base', 'Currencies: eth, usdc'],
  ])('says what is wrong with %s', (text, message) => {
    expect(() => findPlace(chains, text)).toThrow(message);
  });
});
