import { depositoryAbi, fillerAbi } from '@portage/contracts';
import type { ChainEvent } from '@portage/core/chain';
import fc from 'fast-check';
import { encodeAbiParameters, encodeEventTopics, parseEventLogs, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { decodeLogs } from './logs.js';

const contracts = { depository: `0x${'de'.repeat(20)}`, filler: `0x${'f1'.repeat(20)}` };
const hex = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((value): Hex => `0x${Buffer.from(value).toString('hex')}`);
const seed = fc.record({
  kind: fc.constantFrom('Deposit', 'Released', 'ReclaimRequested', 'Reclaimed', 'Filled'),
  id: hex(32),
  a: hex(20),
  b: hex(20),
  token: hex(20),
  amount: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  readyAt: fc.bigInt({ min: 0n, max: 2n ** 48n - 1n }),
  newTransaction: fc.boolean(),
});
type Seed = typeof seed extends fc.Arbitrary<infer T> ? T : never;

/** A log as a node sends it, made by viem from the ABI. */
function rawLog({ kind, id, a, b, token, amount, readyAt }: Seed, index: number, txId: string) {
  const word = { token: { type: 'address' }, amount: { type: 'uint256' } } as const;
  const two = encodeAbiParameters([word.token, word.amount], [token, amount]);
  const three = encodeAbiParameters([word.token, word.amount, word.token], [token, amount, b]);
  const timed = encodeAbiParameters(
    [word.token, word.amount, word.amount],
    [token, amount, readyAt],
  );
  const data = { Deposit: three, Released: three, ReclaimRequested: timed, Reclaimed: two };
  const topics =
    kind === 'Filled'
      ? encodeEventTopics({
          abi: fillerAbi,
          eventName: 'Filled',
          args: { orderId: id, solver: a, to: b },
        })
      : encodeEventTopics({ abi: depositoryAbi, eventName: kind, args: { id, depositor: a } });
  return {
    address: kind === 'Filled' ? contracts.filler : contracts.depository,
    topics,
    data: kind === 'Filled' ? two : data[kind],
    transactionHash: txId,
    blockNumber: '0x10',
    blockHash: `0x${'bb'.repeat(32)}`,
    logIndex: `0x${index.toString(16)}`,
    transactionIndex: '0x0',
    removed: false,
  };
}

const address = (text: string): string => text.toLowerCase();

/** The same log through viem's decoder. */
function oracle(log: ReturnType<typeof rawLog>): Record<string, unknown> {
  const parsed = parseEventLogs({ abi: [...depositoryAbi, ...fillerAbi], logs: [log as never] })[0];
  if (parsed?.eventName === 'Filled') {
    const { orderId, solver, to, token, amount } = parsed.args;
    return {
      type: 'fill',
      orderId,
      solver: address(solver),
      recipient: address(to),
      currency: address(token),
      amount,
    };
  }
  if (
    parsed?.eventName !== 'Deposit' &&
    parsed?.eventName !== 'Released' &&
    parsed?.eventName !== 'ReclaimRequested' &&
    parsed?.eventName !== 'Reclaimed'
  )
    throw new Error('not ours');
  const { id, depositor, token, amount } = parsed.args;
  const base = { orderId: id, depositor: address(depositor), currency: address(token), amount };
  if (parsed.eventName === 'Deposit')
    return { type: 'deposit', ...base, payer: address(parsed.args.payer) };
  if (parsed.eventName === 'Released')
    return { type: 'release', ...base, recipient: address(parsed.args.to) };
  return parsed.eventName === 'Reclaimed'
    ? { type: 'reclaim', ...base }
    : { type: 'reclaimRequest', ...base, readyAt: Number(parsed.args.readyAt) };
}

describe('decodeLogs', () => {
  it('reads what viem reads, and numbers our events within their transaction', () => {
    fc.assert(
      fc.property(fc.array(seed, { maxLength: 12 }), (seeds) => {
        let transaction = 0;
        const logs = seeds.map((entry, index) => {
          if (entry.newTransaction) transaction += 1;
          return rawLog(entry, index * 3, `0x${transaction.toString(16).padStart(64, '0')}`);
        });
        const counted = new Map<string, number>();
        const expected = logs.map((log) => {
          const ordinal = counted.get(log.transactionHash) ?? 0;
          counted.set(log.transactionHash, ordinal + 1);
          return {
            ...oracle(log),
            txId: log.transactionHash,
            ordinal,
            height: 16,
            blockHash: log.blockHash,
          };
        });
        expect(decodeLogs(logs, contracts)).toEqual(expected);
      }),
    );
  });

  const log = rawLog(
    {
      kind: 'Deposit',
      id: `0x${'01'.repeat(32)}`,
      a: `0x${'02'.repeat(20)}`,
      b: `0x${'03'.repeat(20)}`,
      token: `0x${'04'.repeat(20)}`,
      amount: 5n,
      readyAt: 0n,
      newTransaction: false,
    },
    1,
    `0x${'05'.repeat(32)}`,
  );

  it('D9: passes over logs of other contracts, and a depository event from the filler', () => {
    const none: ChainEvent[] = [];
    expect(decodeLogs([{ ...log, address: `0x${'99'.repeat(20)}` }], contracts)).toEqual(none);
    expect(decodeLogs([{ ...log, address: contracts.filler }], contracts)).toEqual(none);
  });

  it.each([
    ['a log that was taken back', [{ ...log, removed: true }]],
    ['the same log twice', [log, log]],
    ['logs out of order', [{ ...log, logIndex: '0x9' }, log]],
    ['data that is no number', [{ ...log, data: log.data.replace(/5/g, 'z') }]],
    ['a log without a transaction', [{ ...log, transactionHash: null }]],
    ['something else than a list', { logs: [] }],
  ])('refuses %s', (_, logs) => {
    expect(() => decodeLogs(logs, contracts)).toThrow(
      expect.objectContaining({ code: 'RPC_HTTP_ERROR' }),
    );
  });
});
