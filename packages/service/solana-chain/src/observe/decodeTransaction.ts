import type { ChainEvent, EventPlace } from '@portage/core/chain';
import { malformedReply, readList, readObject } from '@portage/chain-kit';
import { base58 } from '@scure/base';
import { readProgramEvents } from '@portage/solana/program';
import { readInteger, readText } from '../rpc/parse.js';
import { readKeys } from './readKeys.js';
import { readPayerSwaps } from './readPayerSwaps.js';
import { readSends } from './readSends.js';
import { swappedNative } from './swappedNative.js';
import type { Call } from './tokenTransfers.js';
import {
  readInvocation,
  type Invocation,
  type MoneyMovement,
  type Programs,
} from './readInvocation.js';

/** A transaction that is part of a block. */
export interface DecodedTransaction {
  readonly slot: number;
  readonly failed: boolean;
  /** Lamports that left its first signer, whatever for. */
  readonly spent: bigint;
  /** Lamports that an account gave to its swaps in it, less those that they brought. */
  readonly swapped: (owner: string) => bigint;
  /** Events of our programs in it, then transfers and swaps of payers; none where it failed. */
  readonly events: (blockHash: string) => readonly ChainEvent[];
}

/**
 * Events in the answer of `getTransaction`. Our programs' own instructions are read, those that
 * other programs made included, so nothing that merely looks like an event counts. In a transaction
 * that did not fail every instruction was carried out. The log says how much arrived where a token
 * keeps a part; where it was cut off, what plain tokens moved is known anyway. Plain transfers and
 * swaps of payers come last.
 *
 * @returns undefined for a transaction that the node does not know
 * @throws PortageError `RPC_HTTP_ERROR` when the answer is malformed
 */
export function decodeTransaction(
  txId: string,
  result: unknown,
  programs: Programs,
): DecodedTransaction | undefined {
  if (result === null || result === undefined) return undefined;
  const { slot, meta, transaction } = readObject(result, 'transaction');
  const outcome = readObject(meta, 'transaction');
  const failed = outcome['err'] !== null;
  const lamports = (member: 'preBalances' | 'postBalances'): number =>
    readInteger(readList(outcome[member], 'balances')[0], 'balance');
  return {
    slot: readInteger(slot, 'slot'),
    failed,
    spent: BigInt(lamports('preBalances') - lamports('postBalances')),
    swapped: (owner) =>
      failed
        ? 0n
        : swappedNative(readCalls(readObject(transaction, 'transaction'), outcome), owner),
    events: (blockHash) => {
      if (failed) return [];
      const called = readCalls(readObject(transaction, 'transaction'), outcome);
      const invocations = called.flatMap(({ own, inner }) => [own, ...inner]);
      const sends = readSends(
        called.map(({ own }) => own),
        programs.chainId,
      );
      const swaps = readPayerSwaps(called, programs.chainId);
      const moved = [...readMoved(outcome, invocations, programs), ...sends, ...swaps];
      return moved.map((event, ordinal): ChainEvent => ({
        ...placeOf(txId, ordinal, readInteger(slot, 'slot'), blockHash),
        ...event,
      }));
    },
  };
}

function placeOf(txId: string, ordinal: number, height: number, blockHash: string): EventPlace {
  return { txId, ordinal, height, blockHash };
}

function readMoved(
  meta: Readonly<Record<string, unknown>>,
  invocations: readonly Invocation[],
  programs: Programs,
): readonly MoneyMovement['event'][] {
  const logs = readList(meta['logMessages'], 'log').map((line) => readText(line, 'log'));
  const moved = invocations.flatMap((invocation) => readInvocation(invocation, programs) ?? []);
  const arrived = {
    [programs.depository]: amounts(logs, programs.depository),
    [programs.filler]: amounts(logs, programs.filler),
  };
  return moved.flatMap(({ programId, event, isExact }, index) => {
    const place = moved.slice(0, index).filter((other) => other.programId === programId).length;
    const amount = arrived[programId]?.[place];
    // What left the vault is what was signed; what arrived elsewhere is what the log says.
    if (event.type !== 'release' && amount !== undefined) return [{ ...event, amount }];
    return isExact ? [event] : [];
  });
}

/** Amounts that each call of a program moved, by its own log; none where the log was cut off. */
function amounts(logs: readonly string[], programId: string): readonly bigint[] {
  const { events, truncated } = readProgramEvents(logs, programId);
  return truncated ? [] : events.map(({ amount }) => amount);
}

/** Every instruction in the order in which they were carried out. */
function readCalls(
  { message }: Readonly<Record<string, unknown>>,
  meta: Readonly<Record<string, unknown>>,
): readonly Call[] {
  const { instructions } = readObject(message, 'message');
  const keys = readKeys(message, meta);
  const inner = new Map(
    readList(meta['innerInstructions'], 'list of inner instructions').map((group) => {
      const { index, instructions: made } = readObject(group, 'inner instruction');
      return [readInteger(index, 'place'), readList(made, 'list of inner instructions')] as const;
    }),
  );
  return readList(instructions, 'list of instructions').map((instruction, index) => ({
    own: readInstruction(instruction, keys),
    inner: (inner.get(index) ?? []).map((made) => readInstruction(made, keys)),
  }));
}

function readInstruction(value: unknown, keys: readonly string[]): Invocation {
  const { programIdIndex, accounts, data } = readObject(value, 'instruction');
  const keyAt = (place: unknown): string => {
    const key = keys[readInteger(place, 'place')];
    if (key === undefined)
      throw malformedReply('instruction: it names an account that is not there');
    return key;
  };
  try {
    return {
      programId: keyAt(programIdIndex),
      keys: readList(accounts, 'list of accounts').map(keyAt),
      data: base58.decode(readText(data, 'instruction')),
    };
  } catch (error) {
    throw error instanceof Error && error.name === 'PortageError'
      ? error
      : malformedReply('instruction');
  }
}
