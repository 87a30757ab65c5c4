import { describe, expect, it } from 'vitest';
import { solanaCodec } from '../codec.js';
import { transactionEffects } from '../executor/transactionEffects.js';
import type { Instruction } from '../transaction/instruction.js';
import { transactionSize } from '../transaction/transactionSize.js';
import { setComputeUnitLimit, setComputeUnitPrice } from '../transaction/computeBudget.js';
import { payerSwap, readPayerSwap, type PayerSwap } from './payerSwap.js';
import { testPool } from './testPool.js';
import { wrappedSol } from './wrappedSol.js';

const chainId = 792_703_809;
const program = 'PortageTestPoo11111111111111111111111111111';
const user = 'F3ejr3QHYdUfzY9xVGAbvq9mNqbWgU3a2uWYkMBMRH7v';
const recipient = 'PortageDepository11111111111111111111111111';
const stranger = 'PortageFi11er111111111111111111111111111111';
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const port = 'PortToken1111111111111111111111111111111111';
const native = solanaCodec.nativeCurrency;
const reference = `0x${'ab'.repeat(32)}`;
const portPool = testPool({ program, mints: [port, usdc], feeBps: 30n });
const solPool = testPool({ program, mints: [wrappedSol, usdc], feeBps: 30n });

const tokens: PayerSwap = {
  swap: { program, pools: [portPool], type: 'EXACT_INPUT', amount: 5n, limit: 9n },
  owner: user,
  currencyIn: port,
  currencyOut: usdc,
  recipient,
  rentPayer: user,
  reference,
};
const fromSol: PayerSwap = {
  ...tokens,
  swap: { ...tokens.swap, pools: [solPool, portPool] },
  currencyIn: native,
  currencyOut: port,
};
const toSol: PayerSwap = {
  ...tokens,
  swap: { ...tokens.swap, pools: [portPool, solPool] },
  currencyOut: native,
  recipient: user,
};

const effectsOf = (instructions: readonly Instruction[]) =>
  transactionEffects(
    {
      instructions: instructions.map(({ data, ...rest }) => ({
        ...rest,
        data: Buffer.from(data).toString('hex'),
      })),
    },
    chainId,
  );

const ends = [
  ['a token for a token', tokens],
  ['SOL for a token', fromSol],
  ['a token for SOL', toSol],
] as const;

describe.each(ends)('a swap that its payer makes alone: %s', (_, swap) => {
  it.each([
    ['EXACT_INPUT', 5n, 9n, (1n << 64n) - 1n],
    ['EXACT_OUTPUT', 7n, 7n, 7n],
  ] as const)('is read back as it was written: %s', (type, most, least, maximum) => {
    const [amount, limit] = type === 'EXACT_INPUT' ? [most, least] : [least, most];
    const whole = payerSwap({ ...swap, swap: { ...swap.swap, type, amount, limit } });
    const { owner, currencyIn, currencyOut, recipient: paid } = swap;
    expect(readPayerSwap(whole)).toEqual({
      program,
      owner,
      recipient: paid,
      currencyIn,
      currencyOut,
      reference,
      type,
      most,
      least,
      instructions: whole.length,
    });
    expect(effectsOf(whole)).toEqual([
      {
        type: 'swap',
        chainId,
        contract: program,
        currency: currencyIn,
        amount: most,
        reference,
        settlement: {
          account: paid,
          currency: currencyOut,
          minimum: least,
          maximum,
          refundTo: user,
        },
      },
    ]);
  });

  it('fits a transaction, limits and a payer of the fees included', () => {
    const budget = [setComputeUnitLimit(200_000), setComputeUnitPrice(1_000_000n)];
    const whole = payerSwap({ ...swap, rentPayer: stranger });
    expect(transactionSize(stranger, [...budget, ...whole])).toBeLessThanOrEqual(1_232);
  });

  const whole = payerSwap(swap);
  const isPool = (pubkey: string): boolean =>
    [portPool, solPool].some(({ address, vaults }) => [address, ...vaults].includes(pubkey));
  const openingAt = swap === fromSol ? 4 : 1;
  const places = whole.flatMap(({ keys }, at) =>
    keys.flatMap(({ pubkey }, place) => {
      // Pools are the program's to compare, a reference is read, and any account may bear a rent.
      const isReference = at === 0 && place === 2;
      const isRent = at === openingAt && place === 0 && swap !== toSol;
      return isPool(pubkey) || isReference || isRent ? [] : ([[at, place]] as const);
    }),
  );
  it.each(places)('is not read with another account: %i, %i', (at, place) => {
    const other = whole.map((each, index) =>
      index === at
        ? {
            ...each,
            keys: each.keys.map((key, index) =>
              index === place ? { ...key, pubkey: stranger } : key,
            ),
          }
        : each,
    );
    expect(effectsOf(other).some(({ type }) => type === 'unknown')).toBe(true);
  });

  it.each(whole.map((_each, at) => at))('is another one without its instruction %i', (at) => {
    const effects = effectsOf(whole.filter((_each, index) => index !== at));
    // What is not unwrapped is another currency, and everything else cannot be read.
    const isWrapped = swap === toSol && at === whole.length - 1;
    if (isWrapped) expect(effects).toMatchObject([{ settlement: { currency: wrappedSol } }]);
    expect(effects.some(({ type }) => type === 'unknown')).toBe(!isWrapped);
  });

  it('is not read where its first instruction sends anything', () => {
    const [note, ...rest] = whole as [Instruction, ...Instruction[]];
    const data = note.data.map((byte, at) => (at === 4 ? 1 : byte));
    expect(readPayerSwap([{ ...note, data }, ...rest])).toBeUndefined();
  });

  it('is followed by nothing that is not read', () => {
    expect(effectsOf([...whole, ...whole]).filter(({ type }) => type === 'swap')).toHaveLength(2);
    expect(effectsOf([...whole, whole[1]!])).toMatchObject([{ type: 'swap' }, { type: 'unknown' }]);
  });
});

it('SOL that comes out belongs to who swaps', () => {
  expect(readPayerSwap(payerSwap({ ...toSol, recipient: stranger }))).toBeUndefined();
});
