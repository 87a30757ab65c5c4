import { describe, expect, it } from 'vitest';
import { transactionEffects } from '../executor/transactionEffects.js';
import type { Instruction } from '../transaction/instruction.js';
import { associatedTokenAddress } from './associatedToken.js';
import { deposit } from './deposit.js';
import { programs } from './programs.js';
import { readSwapDeposit, swapDeposit, type SwapDeposit } from './swapDeposit.js';
import { testPool } from './testPool.js';

const chainId = 792_703_809;
const depository = 'PortageDepository11111111111111111111111111';
const program = 'PortageTestPoo11111111111111111111111111111';
const user = 'F3ejr3QHYdUfzY9xVGAbvq9mNqbWgU3a2uWYkMBMRH7v';
const stranger = 'PortageFi11er111111111111111111111111111111';
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const port = 'So11111111111111111111111111111111111111112';
const orderId = `0x${'ab'.repeat(32)}`;
const pool = testPool({ program, mints: [port, usdc], feeBps: 30n });

const terms: SwapDeposit = {
  swap: { program, pools: [pool], mintIn: port, type: 'EXACT_INPUT', amount: 5n, limit: 9n },
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

describe('a deposit that a swap brings', () => {
  it.each([
    ['EXACT_INPUT', 5n, 9n, 5n],
    ['EXACT_OUTPUT', 9n, 7n, 7n],
  ] as const)('is read back as one swap: %s', (type, amount, limit, most) => {
    const instructions = swapDeposit({ ...terms, swap: { ...terms.swap, type, amount, limit } });
    expect(readSwapDeposit(instructions)).toEqual({
      program,
      mintIn: port,
      most,
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

  it('in the name of somebody else is unknown', () => {
    const paid = { ...terms.deposit, depositor: stranger };
    expect(effectsOf(swapDeposit({ ...terms, deposit: paid }))).toMatchObject([
      { type: 'unknown' },
    ]);
  });
});
