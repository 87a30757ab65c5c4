import type { Effect } from '@portage/core/executor';
import { describe, expect, it } from 'vitest';
import { solanaCodec } from '../codec.js';
import {
  createAssociatedToken,
  deposit,
  depositoryAddresses,
  programs,
  send,
} from '../program/index.js';
import type {
  SolanaTransactionData,
  WireInstruction,
} from '../transaction/solanaTransactionData.js';
import { setComputeUnitLimit, setComputeUnitPrice } from '../transaction/computeBudget.js';
import type { Instruction } from '../transaction/instruction.js';
import { transactionEffects } from './transactionEffects.js';

const testChainId = 792703809;
const depository = 'PortageDepository11111111111111111111111111';
const user = 'F3ejr3QHYdUfzY9xVGAbvq9mNqbWgU3a2uWYkMBMRH7v';
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const orderId = `0x${'ab'.repeat(32)}`;
const wire = ({ programId, keys, data }: Instruction): WireInstruction => ({
  programId,
  keys,
  data: Buffer.from(data).toString('hex'),
});
const effectsOf = (
  instructions: readonly WireInstruction[],
  more: Partial<SolanaTransactionData> = {},
): readonly Effect[] =>
  transactionEffects({ instructions, addressLookupTableAddresses: [], ...more }, testChainId);
const native = wire(
  deposit({
    depository,
    sender: user,
    depositor: user,
    currency: solanaCodec.nativeCurrency,
    amount: 7n,
    id: orderId,
  }),
);
const token = wire(
  deposit({ depository, sender: user, depositor: user, currency: mint, amount: 8n, id: orderId }),
);
const paid = {
  type: 'deposit',
  chainId: testChainId,
  depository,
  orderId,
  depositor: user,
} as const;

describe('what a transaction would do', () => {
  it('reads deposits and passes over limits and modest prices of compute units', () => {
    const budget = [setComputeUnitLimit(60_000), setComputeUnitPrice(1_000n)].map(wire);
    expect(effectsOf([...budget, native])).toEqual([
      { ...paid, currency: solanaCodec.nativeCurrency, amount: 7n },
    ]);
    expect(effectsOf([token])).toEqual([{ ...paid, currency: mint, amount: 8n }]);
  });

  const key = (instruction: WireInstruction, index: number, pubkey: string): WireInstruction => ({
    ...instruction,
    keys: instruction.keys.map((entry, place) => (place === index ? { ...entry, pubkey } : entry)),
  });
  const { vault } = depositoryAddresses(depository);
  it.each([
    ['another vault', key(native, 3, user)],
    ['another configuration', key(native, 0, user)],
    [
      'another account of the vault for the token',
      key(token, 6, key(token, 5, user).keys[5]!.pubkey),
    ],
    ['another token program', key(token, 7, programs.system)],
    ['an account more', { ...native, keys: [...native.keys, native.keys[0]!] }],
    ['an account less', { ...native, keys: native.keys.slice(0, -1) }],
    ['a byte more', { ...native, data: `${native.data}00` }],
    ['a byte less', { ...native, data: native.data.slice(0, -2) }],
    ['another instruction of the program', { ...native, data: `00${native.data.slice(2)}` }],
    ['the instruction of another program', { ...native, programId: programs.token }],
    [
      'the advance of a durable nonce, with which bytes outlive every blockhash (R11)',
      wire({
        programId: programs.system,
        keys: [
          { pubkey: vault, isSigner: false, isWritable: true },
          { pubkey: user, isSigner: true, isWritable: false },
        ],
        data: Uint8Array.of(4, 0, 0, 0),
      }),
    ],
    [
      'an account that is opened',
      wire(createAssociatedToken(user, { owner: user, mint, tokenProgram: programs.token })),
    ],
    [
      'a request for a larger heap',
      wire({ ...setComputeUnitLimit(0), data: Uint8Array.of(1, 0, 0, 1, 0) }),
    ],
  ])('does not know %s', (_, instruction) => {
    expect(effectsOf([instruction])).toEqual([
      { type: 'unknown', chainId: testChainId, reason: `instruction of ${instruction.programId}` },
    ]);
    expect(effectsOf([native, instruction]).map(({ type }) => type)).toEqual([
      'deposit',
      'unknown',
    ]);
  });

  it('names the program that a deposit goes to, whatever it looks like', () => {
    const clone = 'PortageFi11er111111111111111111111111111111';
    expect(
      effectsOf([
        wire(
          deposit({
            depository: clone,
            sender: user,
            depositor: user,
            currency: solanaCodec.nativeCurrency,
            amount: 7n,
            id: orderId,
          }),
        ),
      ]),
    ).toEqual([{ ...paid, depository: clone, currency: solanaCodec.nativeCurrency, amount: 7n }]);
  });

  it.each([
    ['data that is not hex', { ...native, data: '0x00' }],
    ['half a byte', { ...native, data: native.data.slice(1) }],
    ['an account that is none', key(native, 1, '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')],
  ])('does not know %s', (_, instruction) => {
    expect(effectsOf([instruction])).toEqual([
      { type: 'unknown', chainId: testChainId, reason: 'malformed instruction' },
    ]);
  });

  it('R13: takes no deposit that somebody else who signs would pay, as who pays the fees', () => {
    const sponsored = wire(
      deposit({
        depository,
        sender: mint,
        depositor: user,
        currency: solanaCodec.nativeCurrency,
        amount: 7n,
        id: orderId,
      }),
    );
    expect(effectsOf([sponsored], { feePayer: mint })).toEqual([
      {
        type: 'unknown',
        chainId: testChainId,
        reason: `deposit that ${mint} pays in the name of ${user}`,
      },
    ]);
  });

  it('counts a large priority fee as an expense, whoever pays it', () => {
    // 1.4 million units at most, for a price of more than 0.01 SOL.
    const greedy = [setComputeUnitLimit(1_400_000), setComputeUnitPrice(7_142_858n)].map(wire);
    const modest = [setComputeUnitLimit(1_400_000), setComputeUnitPrice(7_142_857n)].map(wire);
    const unlimited = [setComputeUnitPrice(50_000_001n)].map(wire);
    expect(effectsOf([...modest, native]).map(({ type }) => type)).toEqual(['deposit']);
    expect(effectsOf([...greedy, native])).toContainEqual({
      type: 'unknown',
      chainId: testChainId,
      reason: 'priority fee of 10000002 lamports',
    });
    expect(effectsOf([...unlimited, native]).map(({ type }) => type)).toEqual([
      'deposit',
      'unknown',
    ]);
    expect(effectsOf([...greedy, native], { feePayer: mint }).map(({ type }) => type)).toEqual([
      'deposit',
      'unknown',
    ]);
  });
});

describe('a plain transfer', () => {
  const recipient = 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg';
  const stranger = 'PortageFi11er111111111111111111111111111111';
  const terms = { payer: user, recipient, amount: 9n, decimals: 6, reference: orderId };
  const [sol] = send({ ...terms, currency: solanaCodec.nativeCurrency }).map(wire);
  const [opening, transfer] = send({ ...terms, currency: mint }).map(wire);
  const payment = {
    type: 'payment',
    chainId: testChainId,
    sender: user,
    recipient,
    amount: 9n,
    reference: orderId,
  } as const;
  const typesOf = (...instructions: readonly WireInstruction[]): readonly string[] =>
    effectsOf(instructions).map(({ type }) => type);
  const key = (instruction: WireInstruction, index: number, pubkey: string): WireInstruction => ({
    ...instruction,
    keys: instruction.keys.map((entry, place) => (place === index ? { ...entry, pubkey } : entry)),
  });

  it('is one payment, of a token together with the opening of the recipient’s account', () => {
    const currency = solanaCodec.nativeCurrency;
    expect(effectsOf([sol!])).toEqual([{ ...payment, currency }]);
    const paidInToken = { ...payment, currency: mint };
    expect(effectsOf([opening!, transfer!])).toEqual([paidInToken]);
    const sponsored = send({ ...terms, currency: mint, rentPayer: stranger }).map(wire);
    expect(effectsOf(sponsored)).toEqual([paidInToken]);
    const of2022 = { ...terms, currency: mint, tokenProgram: programs.token2022 };
    expect(effectsOf(send(of2022).map(wire))).toEqual([paidInToken]);
    const budget = [setComputeUnitLimit(60_000), setComputeUnitPrice(1_000n)].map(wire);
    expect(effectsOf([...budget, opening!, transfer!, sol!])).toEqual([
      paidInToken,
      { ...payment, currency },
    ]);
  });

  it('names its sender, amount, recipient and reference as they are', () => {
    const other = `0x${'ac'.repeat(32)}`;
    for (const change of [
      { sender: stranger },
      { recipient: stranger },
      { amount: 10n },
      { reference: other },
    ]) {
      const changed = { ...terms, ...change, payer: change.sender ?? user, currency: mint };
      expect(effectsOf(send(changed).map(wire))).toEqual([
        { ...payment, currency: mint, ...change },
      ]);
    }
  });

  it('is a payment without a reference where it carries none', () => {
    const without = { ...terms, reference: undefined };
    for (const currency of [mint, solanaCodec.nativeCurrency]) {
      const [effect, ...others] = effectsOf(send({ ...without, currency }).map(wire));
      expect(effect).toEqual({ ...payment, currency, reference: undefined });
      expect(others).toEqual([]);
    }
    expect(typesOf({ ...sol!, keys: sol!.keys.slice(0, -1) })).toEqual(['payment']);
  });

  it('is unknown where it is anything else', () => {
    const [of2022] = [{ ...transfer!, programId: programs.token2022 }];
    for (const instructions of [
      [transfer!],
      [opening!],
      [transfer!, opening!],
      [opening!, native],
      [opening!, of2022],
      [opening!, key(transfer!, 0, stranger)],
      [opening!, key(transfer!, 2, stranger)],
      [key(opening!, 1, stranger), transfer!],
      [key(opening!, 2, stranger), transfer!],
      [{ ...opening!, data: '00' }, transfer!],
      [opening!, { ...transfer!, data: `${transfer!.data}00` }],
      [opening!, { ...transfer!, keys: transfer!.keys.slice(0, -2) }],
      [{ ...sol!, keys: sol!.keys.slice(0, -2) }],
      [{ ...sol!, keys: [...sol!.keys, sol!.keys[0]!] }],
      [{ ...sol!, data: `03${sol!.data.slice(2)}` }],
      [{ ...sol!, data: `0201${sol!.data.slice(4)}` }],
    ]) {
      expect(typesOf(...instructions)).toContain('unknown');
      expect(typesOf(...instructions)).not.toContain('payment');
    }
  });
});
