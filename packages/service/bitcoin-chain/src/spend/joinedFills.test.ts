import { bitcoinCodec } from '@portage/bitcoin/codec';
import { addressOf, outputWeight, readOrderMark, scriptOf } from '@portage/bitcoin/transaction';
import type { FillIntent, RefundIntent, SignedTransaction } from '@portage/core/chain';
import { array, assert, asyncProperty, bigInt, boolean, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outpointOf, type OwnedCoin } from '../coins/coin.js';
import { decodeTransaction } from '../observe/decodeTransaction.js';
import { createSigner, type Signer } from './createSigner.js';
import { fillsMax, paymentWeights } from './planFills.js';
import { createSpendingKey } from './signTransaction.js';
import { readStored } from './storedBytes.js';

const network = 'regtest';
const currency = bitcoinCodec.nativeCurrency;
const solver = createSpendingKey(new Uint8Array(32).fill(1));
const vault = createSpendingKey(new Uint8Array(32).fill(2));
const accounts = {
  network,
  vault: addressOf(vault.script, network) ?? '',
  solver: addressOf(solver.script, network) ?? '',
} as const;

const idOf = (place: number): string => `0x${(place + 1).toString(16).padStart(64, '0')}`;

const coinOf = (value: bigint, place: number, script = solver.script): OwnedCoin => ({
  txId: (place + 1).toString(16).padStart(64, '0'),
  vout: 0,
  value,
  script,
});

/** Recipients of P2WPKH and of P2TR in turn. */
function recipientOf(place: number): string {
  const isTaproot = place % 2 === 1;
  const program = new Uint8Array(isTaproot ? 32 : 20).fill(place + 1);
  const script = Uint8Array.from([isTaproot ? 0x51 : 0, program.length, ...program]);
  return addressOf(script, network) ?? 'no address';
}

const fillOf = (place: number, amount: bigint, recipient = recipientOf(place)): FillIntent => ({
  type: 'fill',
  orderId: idOf(place),
  currency,
  recipient,
  amount,
  calls: [],
});

const refundOf = (place: number, amount: bigint): RefundIntent => ({
  type: 'refund',
  orderId: idOf(place),
  depositor: recipientOf(place),
  currency,
  recipient: recipientOf(place),
  amount,
  key: `refund ${String(place)}`,
});

const fillsOf = (count: number): readonly FillIntent[] =>
  Array.from({ length: count }, (_, place) => fillOf(place, 1_000n + BigInt(place)));

function open(confirmed: readonly OwnedCoin[], joinedMax = 20): Signer {
  return createSigner({
    network,
    solver,
    vault,
    sender: accounts.solver,
    joinedMax,
    confirmed: () => confirmed,
    feeRate: () => 5_000n,
    feeRateMax: 100_000n,
  });
}

const idsOf = (signed: readonly SignedTransaction[]): readonly string[] => [
  ...new Set(signed.map(({ txId }) => txId)),
];

/** Fills that an observer reads out of the bytes of a transaction. */
function fillsIn({ raw, txId }: SignedTransaction): readonly object[] {
  const { inputs, outputs } = readStored(raw);
  const [first] = inputs;
  const spent = new Map(first === undefined ? [] : [[0, first]]);
  const place = { txId, height: 1, blockHash: '' };
  return decodeTransaction({ isCoinbase: false, spent, outputs }, accounts, place);
}

describe('fills that are due together', () => {
  it('E4: are outputs of one transaction, each of one order, by the bytes alone', async () => {
    const fills = fillsOf(20);
    const signed = await open([coinOf(1_000_000n, 0)]).prepare(fills, 7n, []);
    expect(signed.map(({ sequence }) => sequence)).toEqual(fills.map((_, at) => 7n + BigInt(at)));
    expect(idsOf(signed)).toHaveLength(1);
    const [{ raw } = { raw: new Uint8Array() }] = signed;
    for (const one of signed) expect(one.raw).toEqual(raw);
    const { outputs } = readStored(raw);
    expect(outputs.slice(0, 20)).toEqual(
      fills.map(({ recipient, amount }) => ({
        script: scriptOf(recipient, network),
        value: amount,
      })),
    );
    expect(readOrderMark(outputs[20]?.script ?? new Uint8Array(), network)?.orderIds).toEqual(
      fills.map(({ orderId }) => orderId),
    );
    expect(fillsIn(signed[0]!)).toEqual(
      fills.map(({ orderId, recipient, amount }, ordinal) => ({
        type: 'fill',
        orderId,
        recipient,
        amount,
        currency,
        solver: accounts.solver,
        txId: signed[0]?.txId,
        ordinal,
        height: 1,
        blockHash: '',
      })),
    );
    expect(paymentWeights(outputs, network)).toEqual(
      outputs.slice(0, 20).map(({ script }) => BigInt(outputWeight(script))),
    );
  });

  it('are as many as a mark may name', async () => {
    expect([80, 96, 640, 100_000].map(fillsMax)).toEqual([2, 3, 20, 100]);
    const signed = await open([coinOf(1_000_000n, 0)], 3).prepare(fillsOf(8), 0n, []);
    expect(idsOf(signed).map((id) => signed.filter(({ txId }) => txId === id).length)).toEqual([
      3, 3, 2,
    ]);
    const alone = await open([coinOf(1_000_000n, 0)], 1).prepare(fillsOf(3), 0n, []);
    expect(idsOf(alone)).toHaveLength(3);
  });

  it('are not held up by one that cannot be made, and none of ours is among them', () => {
    const signer = open([coinOf(1_000_000n, 0)]);
    const wrong = [
      fillOf(10, 293n, recipientOf(0)),
      fillOf(11, 1_000n, 'no address'),
      fillOf(12, 10n ** 9n),
    ];
    const [one, two, three] = fillsOf(3);
    const intents = [wrong[0]!, one!, wrong[1]!, two!, wrong[2]!, three!];
    expect(signer.canFund(intents, [])).toEqual([false, true, false, true, false, true]);
  });

  it('to an address of ours are joined with nothing: its output would be taken for change', async () => {
    const intents = [...fillsOf(2), fillOf(5, 1_000n, accounts.vault)];
    const signed = await open([coinOf(1_000_000n, 0)]).prepare(intents, 0n, []);
    expect(idsOf(signed)).toHaveLength(2);
    expect(signed[2]?.txId).not.toBe(signed[0]?.txId);
  });

  it('of one order are never in one transaction', async () => {
    const intents = [fillOf(1, 1_000n), fillOf(1, 2_000n), fillOf(2, 1_000n)];
    const signed = await open([coinOf(1_000_000n, 0)]).prepare(intents, 0n, []);
    expect(signed[0]?.txId).toBe(signed[2]?.txId);
    expect(signed[1]?.txId).not.toBe(signed[0]?.txId);
  });

  it('are signed as was said, whatever there are coins for, and no coin is spent twice', async () => {
    const values = array(bigInt({ min: 1_000n, max: 60_000n }), { minLength: 1, maxLength: 6 });
    const wanted = array(
      record({ isRefund: boolean(), amount: bigInt({ min: 200n, max: 30_000n }) }),
      { minLength: 1, maxLength: 12 },
    );
    await assert(
      asyncProperty(values, values, wanted, async (coins, held, list) => {
        const confirmed = [
          ...coins.map((value, place) => coinOf(value, place)),
          ...held.map((value, place) => coinOf(value, 50 + place, vault.script)),
        ];
        const signer = open(confirmed, 4);
        const intents = list.map(({ isRefund, amount }, place) =>
          isRefund ? refundOf(place, amount) : fillOf(place, amount),
        );
        const answers = signer.canFund(intents, []);
        const funded = intents.filter((_, place) => answers[place]);
        const signed = await signer.prepare(funded, 3n, []);
        expect(signed.map(({ sequence }) => sequence)).toEqual(
          funded.map((_, place) => 3n + BigInt(place)),
        );
        const transactions = idsOf(signed).map((id) => signed.find(({ txId }) => txId === id)!);
        const spent = transactions.flatMap(({ raw }) => readStored(raw).inputs.map(outpointOf));
        expect(new Set(spent).size).toBe(spent.length);
        const told = transactions.flatMap(fillsIn).map((event) => JSON.stringify(event, text));
        for (const intent of funded) {
          const named = told.filter((event) => event.includes(intent.orderId));
          expect(named).toHaveLength(1);
          expect(named[0]).toContain(`"amount":"${intent.amount.toString()}"`);
          expect(named[0]).toContain(intent.recipient);
        }
      }),
    );
  });
});

describe('a transaction of several fills', () => {
  it('is raised with the same payments, and cancelled without any', async () => {
    const signer = open([coinOf(1_000_000n, 0)]);
    const signed = await signer.prepare(fillsOf(3), 4n, []);
    const first = signed[0]!;
    const next = await signer.bump(fillsOf(1)[0]!, first, signed);
    expect([next.sequence, next.txId === first.txId]).toEqual([4n, false]);
    const [before, after] = [readStored(first.raw), readStored(next.raw)];
    expect(after.outputs.slice(0, 4)).toEqual(before.outputs.slice(0, 4));
    expect(after.inputs.map(outpointOf)).toEqual(before.inputs.map(outpointOf));
    expect(fillsIn(next)).toHaveLength(3);
    const cancel = await signer.cancel(4n, first, signed);
    expect(fillsIn(cancel)).toEqual([]);
    expect(paymentWeights(readStored(cancel.raw).outputs, network)).toEqual([]);
    expect(readStored(cancel.raw).inputs.map(outpointOf)).toEqual(before.inputs.map(outpointOf));
  });

  it('counts once where all of its payments are told, and its change is spent once', async () => {
    const signer = open([coinOf(1_000_000n, 0)]);
    const signed = await signer.prepare(fillsOf(3), 0n, []);
    const [child] = await signer.prepare([fillOf(9, 5_000n)], 3n, signed);
    expect(readStored(child!.raw).inputs).toMatchObject([{ txId: signed[0]?.txId, vout: 4 }]);
    expect(await signer.bump(fillOf(0, 1n), signed[0]!, [...signed, child!])).toBe(signed[0]);
    expect(signer.canFund([fillOf(10, 900_000n)], signed)).toEqual([true]);
    const bumped = await signer.bump(fillOf(0, 1n), signed[0]!, signed);
    // Which version lands is not known: nothing may be built on either.
    const versions = [...signed, ...[0n, 1n, 2n].map((sequence) => ({ ...bumped, sequence }))];
    expect(signer.canFund([fillOf(9, 5_000n)], versions)).toEqual([false]);
  });
});

const text = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value;
