import { describe, expect, it } from 'vitest';
import { chains, codec, filler, makeExecutor, stranger, usdc, user } from '../../test/fixtures.js';
import { chainsWith, contextOf, refusalOf } from '../../test/refusals.js';
import { swapContract } from './swapContract.js';
import { createTrustedChains } from './trustedChain.js';

describe('the trusted list', () => {
  const trusted = createTrustedChains({ chains, executors: [], codecs: [codec] });
  const unlisted = (actual: string) => ({
    check: 'chain',
    expected: '["base","optimism"]',
    actual,
    message: `chain ${actual} is not in the trusted list.`,
  });

  it('names its chains by id and by slug', () => {
    expect(trusted.byId(10).slug).toBe('optimism');
    expect(trusted.bySlug('base').info.id).toBe(8453);
  });

  it('refuses a chain that it does not name, and lists those that it does', async () => {
    expect(await refusalOf(() => trusted.byId(1))).toEqual(unlisted('1'));
    expect(await refusalOf(() => trusted.bySlug('ethereum'))).toEqual(unlisted('ethereum'));
  });

  it('takes the codec of an executor, beside executors that bring none', () => {
    const { codec: own, ...bare } = makeExecutor();
    const executors = [bare, makeExecutor()];
    const listed = createTrustedChains({ chains, executors, codecs: [] });
    expect(listed.byId(10).codec).toBe(own);
  });

  it('refuses a chain of a family without a codec, and tells how to bring one', () => {
    const solana = chainsWith(10, (chain) => (chain.vmType = 'svm'));
    const listed = createTrustedChains({ chains: solana, executors: [], codecs: [codec] });
    expect(listed.byId(8453).codec).toBe(codec);
    expect(() => listed.byId(10)).toThrow(
      expect.objectContaining({
        message: 'The quote was refused (codec): no codec reads the addresses of "svm" chains.',
        hint: 'Pass its codec in "codecs", or an executor that brings it.',
        context: { check: 'codec' },
      }),
    );
  });

  it('knows an account and a currency in every case, and no text that is none', () => {
    const chain = trusted.byId(8453);
    for (const kind of ['sameAccount', 'sameCurrency'] as const) {
      expect(chain[kind](user, user.toUpperCase().replace('0X', '0x'))).toBe(true);
      expect(chain[kind](user, stranger)).toBe(false);
      expect(chain[kind]('nobody', 'nobody')).toBe(false);
    }
  });
});

describe('the contract that swaps', () => {
  const native = codec.nativeCurrency;
  it.each<[string, Record<string, unknown>, string, string | undefined]>([
    [
      'the holder of allowances for a token',
      { approvalProxy: user, erc20Router: filler },
      usdc.base,
      user,
    ],
    [
      'the router for native currency',
      { approvalProxy: user, erc20Router: filler },
      native,
      filler,
    ],
    ['the program of a chain without allowances', { swapProgram: stranger }, usdc.base, stranger],
    ['none where the list names none', {}, usdc.base, undefined],
    ['none where the entry is no text', { approvalProxy: { base: user } }, usdc.base, undefined],
  ])('is %s', (_, contracts, currency, contract) => {
    const listed = chainsWith(8453, (chain) => (chain.contracts = contracts));
    expect(swapContract(contextOf({ chains: listed }).origin, currency)).toBe(contract);
  });
});
