import { describe, expect, it } from 'vitest';
import { transactionEffects } from '../executor/transactionEffects.js';
import type { Instruction } from '../transaction/instruction.js';
import { associatedTokenAddress } from './associatedToken.js';
import { deposit } from './deposit.js';
import { programs } from './programs.js';
import { solanaCodec } from '../codec.js';
import { readSwapDeposit, swapDeposit, type SwapDeposit } from './swapDeposit.js';
import { send } from './send.js';
import { testPool } from './testPool.js';
import { wrappedSol } from './wrappedSol.js';

const chainId = 792_703_809;
const depository = 'PortageDepository11111111111111111111111111';
const program = 'PortageTestPoo11111111111111111111111111111';
const user = 'F3ejr3QHYdUfzY9xVGAbvq9mNqbWgU3a2uWYkMBMRH7v';
const stranger = 'PortageFi11er111111111111111111111111111111';
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const port = 'PortToken1111111111111111111111111111111111';
const orderId = `0x${'ab'.repeat(32)}`;
const pool = testPool({ program, mints: [port, usdc], feeBps: 30n });

const terms: SwapDeposit = {
  swap: { program, pools: [pool], type: 'EXACT_INPUT', amount: 5n, limit: 9n },
  currencyIn: port,
  deposit: {
    depository,
    sender: user,
    depositor: user,
    currency: usdc,
    amount: 9n,
    id: orderId,
    tokenProgram: programs.token,
  },
  rentPayer: user,
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

const native = solanaCodec.nativeCurrency;
const solPool = testPool({ program, mints: [wrappedSol, usdc], feeBps: 30n });
/** SOL for USDC that is paid in, and USDC for SOL that is paid in. */
const fromSol: SwapDeposit = {
  ...terms,
  swap: { ...terms.swap, pools: [solPool] },
  currencyIn: native,
};
const toSol: SwapDeposit = {
  ...fromSol,
  currencyIn: usdc,
  deposit: { depository, sender: user, depositor: user, currency: native, amount: 9n, id: orderId },
};

describe('a deposit that a swap brings', () => {
  it.each([
    ['EXACT_INPUT', 5n, 9n, 5n],
    ['EXACT_OUTPUT', 9n, 7n, 7n],
  ] as const)('is read back as one swap: %s', (type, amount, limit, most) => {
    const instructions = swapDeposit({ ...terms, swap: { ...terms.swap, type, amount, limit } });
    expect(readSwapDeposit(instructions)).toEqual({
      program,
      currencyIn: port,
      most,
      instructions: 3,
      deposit: terms.deposit,
    });
    expect(effectsOf(instructions)).toEqual([
      {
        type: 'swap',
        chainId,
        contract: program,
        currency: port,
        amount: most,
        settlement: {
          orderId,
          account: user,
          currency: usdc,
          minimum: 9n,
          maximum: 9n,
          refundTo: user,
        },
      },
    ]);
  });

  it('may bring more than is paid in, and be opened by somebody else', () => {
    const swap = { ...terms.swap, limit: 10n };
    expect(readSwapDeposit(swapDeposit({ ...terms, swap, rentPayer: stranger }))).toBeDefined();
  });

  const [opening, swapping, paying] = swapDeposit(terms) as [Instruction, Instruction, Instruction];
  const withKey = (from: Instruction, at: number, change: object): Instruction => ({
    ...from,
    keys: from.keys.map((key, place) => (place === at ? { ...key, ...change } : key)),
  });
  const withByte = (from: Instruction, at: number, byte: number): Instruction => ({
    ...from,
    data: from.data.map((before, place) => (place === at ? byte : before)),
  });
  const holding = (owner: string, mint: string): object => ({
    pubkey: associatedTokenAddress({ owner, mint, tokenProgram: programs.token }),
  });
  const from = (changes: Partial<SwapDeposit['deposit']>): Instruction =>
    deposit({ ...terms.deposit, ...changes });
  it.each<[string, readonly Instruction[]]>([
    ['less than is paid in', [opening, withByte(swapping, 16, 8), paying]],
    [
      'an exact output below what is paid in',
      swapDeposit({
        ...terms,
        swap: { ...terms.swap, type: 'EXACT_OUTPUT', amount: 8n, limit: 9n },
      }),
    ],
    ['a deposit of more', [opening, swapping, from({ amount: 10n })]],
    ['a deposit of another token', [opening, swapping, from({ currency: port })]],
    ['a deposit of somebody else', [opening, swapping, from({ sender: stranger })]],
    [
      'an authority that is not the sender',
      [opening, withKey(swapping, 0, { pubkey: stranger }), paying],
    ],
    [
      'an authority that does not sign',
      [opening, withKey(swapping, 0, { isSigner: false }), paying],
    ],
    ["a stranger's source", [opening, withKey(swapping, 1, holding(stranger, port)), paying]],
    ['a source of another token', [opening, withKey(swapping, 1, holding(user, usdc)), paying]],
    ["a stranger's destination", [opening, withKey(swapping, 2, holding(stranger, usdc)), paying]],
    ['another mint that is given', [opening, withKey(swapping, 3, { pubkey: usdc }), paying]],
    ['another mint that comes out', [opening, withKey(swapping, 4, { pubkey: port }), paying]],
    [
      'another token program',
      [opening, withKey(swapping, 5, { pubkey: programs.token2022 }), paying],
    ],
    ['no pool', [opening, { ...swapping, keys: swapping.keys.slice(0, 6) }, paying]],
    ['half a pool', [opening, { ...swapping, keys: swapping.keys.slice(0, 8) }, paying]],
    ['a byte more', [opening, { ...swapping, data: Uint8Array.of(...swapping.data, 0) }, paying]],
    ['another instruction', [opening, withByte(swapping, 0, 1), paying]],
    ['an account of another owner', [withKey(opening, 2, { pubkey: stranger }), swapping, paying]],
    ['an account of another token', [withKey(opening, 3, { pubkey: port }), swapping, paying]],
    ['an opening that fails where it is there', [withByte(opening, 0, 0), swapping, paying]],
    ['another order of things', [swapping, opening, paying]],
    ['no deposit', [opening, swapping]],
    ['no swap', [opening, paying]],
    ['nothing', []],
  ])('is not read with %s', (_, instructions) => {
    expect(readSwapDeposit(instructions)).toBeUndefined();
    expect(effectsOf(instructions).filter(({ type }) => type === 'swap')).toEqual([]);
    expect(
      instructions.length === 0 || effectsOf(instructions).some(({ type }) => type === 'unknown'),
    ).toBe(true);
  });

  it.each([
    ['SOL', fromSol, 'EXACT_INPUT', 7, native, 5n],
    ['SOL', fromSol, 'EXACT_OUTPUT', 7, native, 9n],
    ['a token into SOL', toSol, 'EXACT_INPUT', 4, usdc, 5n],
    ['a token into SOL', toSol, 'EXACT_OUTPUT', 4, usdc, 9n],
  ] as const)('is read back out of %s', (_, paid, type, count, currency, most) => {
    const [amount, limit] = type === 'EXACT_INPUT' ? [5n, 9n] : [9n, most];
    const instructions = swapDeposit({ ...paid, swap: { ...paid.swap, type, amount, limit } });
    expect(instructions).toHaveLength(count);
    expect(readSwapDeposit(instructions)).toEqual({
      program,
      currencyIn: currency,
      most,
      instructions: count,
      deposit: paid.deposit,
    });
    expect(effectsOf(instructions)).toMatchObject([
      { type: 'swap', currency, amount: most, settlement: { currency: paid.deposit.currency } },
    ]);
  });

  describe.each([
    ['from SOL', fromSol, 5],
    ['to SOL', toSol, 2],
  ] as const)('%s', (_, paid, closingAt) => {
    const whole = swapDeposit(paid);
    const changed = (at: number, change: (each: Instruction) => Instruction) =>
      whole.map((each, place) => (place === at ? change(each) : each));
    const without = (at: number) => whole.filter((_each, place) => place !== at);
    const keysOf = whole.flatMap(({ keys }, at) =>
      // Pools are the program's to compare; so are the accounts of the swap behind them.
      keys.flatMap((key, place) =>
        key.pubkey === solPool.address || solPool.vaults.includes(key.pubkey)
          ? []
          : ([[at, place]] as const),
      ),
    );
    it.each(keysOf)('is not read with another account: %i, %i', (at, place) => {
      const rentOfOut = paid === fromSol && at === 3 && place === 0;
      const other = changed(at, (each) => withKey(each, place, { pubkey: stranger }));
      expect(effectsOf(other).every(({ type }) => type === 'swap')).toBe(rentOfOut);
    });
    it.each(whole.map((_each, at) => at))('is not read without its instruction %i', (at) => {
      expect(effectsOf(without(at)).some(({ type }) => type === 'unknown')).toBe(true);
    });
    it('is not read where the rest goes elsewhere', () => {
      const other = changed(closingAt, (each) => withKey(each, 1, { pubkey: stranger }));
      expect(readSwapDeposit(other)).toBeUndefined();
    });
  });

  it.each([
    ['more lamports than the swap takes', 6n],
    ['fewer', 4n],
  ])('is not read with %s', (_, amount) => {
    const whole = swapDeposit(fromSol);
    const recipient = whole[1]!.keys[1]!.pubkey;
    const [paid] = send({ payer: user, recipient, currency: native, amount, decimals: 0 });
    const other = whole.map((each, at) => (at === 1 ? paid! : each));
    expect(readSwapDeposit(other)).toBeUndefined();
    expect(effectsOf(other).some(({ type }) => type === 'unknown')).toBe(true);
  });

  it('in the name of somebody else is unknown', () => {
    const paid = { ...terms.deposit, depositor: stranger };
    expect(effectsOf(swapDeposit({ ...terms, deposit: paid }))).toMatchObject([
      { type: 'unknown' },
    ]);
  });
});
