import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyGenesis } from '../genesis/applyGenesis.js';
import {
  createTokenAccount,
  mintTo,
  setUnitLimit,
  transferLamports,
} from '../genesis/instructions.js';
import { deriveSolanaKeys } from '../keys/deriveSolanaKeys.js';
import { decodeTransaction, type Transaction } from '../wire/decodeTransaction.js';
import { encodeTransaction, type Instruction } from '../wire/encodeTransaction.js';
import { associatedTokenAddress } from '../wire/findProgramAddress.js';
import { createBank, type Bank } from './createBank.js';
import { createLedger, type Ledger } from './createLedger.js';
import type { Commitment } from './ledgerState.js';

const keys = deriveSolanaKeys(3);
const { faucet } = keys.roles;
const addresses = keys.users.map(({ address }) => address);
/** Accounts that the transactions below touch; the last token account does not exist at first. */
const touched = [
  faucet.address,
  keys.usdc.address,
  ...addresses,
  faucet.address,
  ...addresses.map((owner) => associatedTokenAddress(owner, keys.usdc.address)),
  associatedTokenAddress(faucet.address, keys.usdc.address),
];
const commitments: readonly Commitment[] = ['processed', 'confirmed', 'finalized'];

function start(): { readonly bank: Bank; readonly ledger: Ledger } {
  const bank = createBank();
  applyGenesis(bank, keys);
  const ledger = createLedger(
    bank,
    {
      confirmedAfter: 2,
      finalizedAfter: 5,
      blockhashWindow: 150,
      blocksMax: 1000,
      now: () => 1_800_000_000_000,
    },
    randomBytes(32),
  );
  return { bank, ledger };
}

let count = 0;

function sign(ledger: Ledger, instructions: readonly Instruction[], payer = faucet): Transaction {
  count += 1;
  return decodeTransaction(
    encodeTransaction(
      payer,
      [setUnitLimit(200_000 + count), ...instructions],
      ledger.latestBlockhash('processed').blockhash,
    ),
  );
}

type Step =
  | { readonly kind: 'pay' | 'mint' | 'empty'; readonly user: number; readonly amount: bigint }
  | { readonly kind: 'advance'; readonly skipped: number }
  | { readonly kind: 'fork'; readonly depth: number; readonly keep: boolean };

const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('pay' as const, 'mint' as const, 'empty' as const),
    user: fc.nat(2),
    amount: fc.bigInt(1_000_000n, 9_000_000n),
  }),
  fc.record({ kind: fc.constant('advance' as const), skipped: fc.nat(2) }),
  fc.record({
    kind: fc.constant('fork' as const),
    depth: fc.integer({ min: 1, max: 5 }),
    keep: fc.boolean(),
  }),
);

function apply(ledger: Ledger, step: Step): void {
  if (step.kind === 'advance') {
    ledger.advance(step.skipped);
    return;
  }
  if (step.kind === 'fork')
    return void ledger.fork(
      Math.min(step.depth, Math.max(1, ledger.forkDepthMax)),
      step.keep ? 'all' : [],
    );
  const user = keys.users[step.user]!;
  if (step.kind === 'pay')
    return void ledger.execute(
      sign(ledger, [transferLamports(faucet.address, user.address, step.amount)]),
    );
  if (step.kind === 'empty') {
    const rest = ledger.bank.lamports(user.address) - 5000n;
    if (rest > 0n)
      ledger.execute(sign(ledger, [transferLamports(user.address, faucet.address, rest)], user));
    return;
  }
  const token = associatedTokenAddress(faucet.address, keys.usdc.address);
  ledger.execute(
    sign(ledger, [
      createTokenAccount(faucet.address, token, faucet.address, keys.usdc.address),
      mintTo(keys.usdc.address, token, faucet.address, step.amount),
    ]),
  );
}

/** Accounts of a chain that has only run the transactions up to the tip of a commitment. */
function replay(ledger: Ledger, commitment: Commitment): readonly unknown[] {
  const { bank } = start();
  const tip = ledger.tip(commitment).slot;
  for (const { records, slot } of ledger.blocks)
    if (slot <= tip)
      for (const { transaction } of records) expect(bank.execute(transaction).landed).toBe(true);
  return touched.map((address) => bank.account(address));
}

/** Fork that makes the chain shorter; finalized blocks must stay. */
const forkAfterFinality: Step[] = [
  { kind: 'pay', user: 0, amount: 1_000_000n },
  ...Array.from({ length: 5 }, (): Step => ({ kind: 'advance', skipped: 0 })),
  { kind: 'fork', depth: 2, keep: false },
  { kind: 'pay', user: 0, amount: 1_000_000n },
];

test('whatever is forked away: state and history are those of the blocks that are left, at every commitment', () => {
  fc.assert(
    fc.property(fc.array(stepArbitrary, { minLength: 5, maxLength: 40 }), (steps) => {
      const { ledger } = start();
      for (const step of steps) apply(ledger, step);
      for (const commitment of commitments)
        expect(touched.map((address) => ledger.account(address, commitment))).toEqual(
          replay(ledger, commitment),
        );
      const left = ledger.blocks.flatMap(({ records }) =>
        records.map(({ transaction }) => transaction.signature),
      );
      expect(left.every((signature) => ledger.record(signature) !== undefined)).toBe(true);
      expect(ledger.transactionCount).toBe(left.length);
      const ofFaucet = ledger.blocks.flatMap(({ records }) =>
        records
          .filter(({ keys: { all } }) => all.includes(faucet.address))
          .map(({ transaction }) => transaction.signature),
      );
      expect(ledger.signatures(faucet.address)).toEqual(ofFaucet);
      const { blocks } = ledger;
      for (const [index, block] of blocks.entries())
        if (index > 0)
          expect([block.parentSlot, block.previousBlockhash, block.height]).toEqual([
            blocks[index - 1]!.slot,
            blocks[index - 1]!.blockhash,
            blocks[index - 1]!.height + 1,
          ]);
    }),
    { numRuns: 40, examples: [[forkAfterFinality]] },
  );
});

test('each block is announced once per commitment, and again only when it is another', () => {
  const { ledger } = start();
  const heard: string[] = [];
  ledger.listen((event) => {
    if (event.kind === 'transaction')
      heard.push(`${event.commitment} ${event.record.transaction.signature.slice(0, 8)}`);
  });
  const [one, two] = [1n, 2n].map((amount) =>
    sign(ledger, [transferLamports(faucet.address, addresses[0]!, 1_000_000n + amount)]),
  );
  const [first, second] = [one!, two!].map(({ signature }) => signature.slice(0, 8));
  ledger.execute(one!);
  for (let index = 0; index < 3; index += 1) ledger.advance();
  ledger.execute(two!);
  ledger.advance();
  ledger.advance();
  ledger.fork(3, 'all');
  for (let index = 0; index < 7; index += 1) ledger.advance();
  expect(heard).toEqual([
    `processed ${first}`,
    `confirmed ${first}`,
    `processed ${second}`,
    `confirmed ${second}`,
    `finalized ${first}`,
    `processed ${second}`,
    `confirmed ${second}`,
    `finalized ${second}`,
  ]);
});

test('old blocks are forgotten with their transactions', () => {
  const { ledger } = start();
  const old = sign(ledger, [transferLamports(faucet.address, addresses[0]!, 1n)]);
  ledger.execute(old);
  for (let index = 0; index < 900; index += 1) ledger.advance();
  const recent = sign(ledger, [transferLamports(faucet.address, addresses[0]!, 1n)]);
  ledger.execute(recent);
  expect(ledger.signatures(addresses[0]!)).toEqual([old.signature, recent.signature]);
  for (let index = 0; index < 1200; index += 1) ledger.advance();
  expect([
    ledger.blocks.length,
    ledger.record(old.signature),
    ledger.signatures(addresses[0]!),
    ledger.block(0),
  ]).toEqual([expect.any(Number), undefined, [], undefined]);
  expect(ledger.blocks.length).toBeLessThan(2000);
  expect(ledger.tip('finalized').height).toBe(2096);
});
