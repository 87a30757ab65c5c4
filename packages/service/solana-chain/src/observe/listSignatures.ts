import { isPortageError } from '@portage/core';
import {
  malformedReply,
  readList,
  readObject,
  readResult,
  type Rpc,
  type RpcReply,
  type RpcRequest,
} from '@portage/chain-kit';
import { readInteger, readText } from '../rpc/parse.js';
import type { Commitment } from '../rpc/requests.js';

const pageSize = 1_000;

/** A transaction that named one of our programs and did not fail. */
export interface ListedTransaction {
  readonly txId: string;
  readonly slot: number;
}

/** Slots that are looked through, both ends included. */
export interface SlotRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Transactions of our programs in slots, oldest first, each once. Only nodes that have reached the
 * last slot answer. Where there are several endpoints all are asked and their lists are joined: one
 * that forgets is found out, and one that invents is found out when the transaction is read. Failed
 * transactions moved nothing and are left out.
 */
export async function listSignatures(
  rpc: Rpc,
  programs: readonly string[],
  range: SlotRange,
  commitment: Commitment,
  signal: AbortSignal,
): Promise<readonly ListedTransaction[]> {
  const found = new Map<string, ListedTransaction>();
  for (const program of programs) {
    for (const listed of await listProgram(rpc, program, range, commitment, signal))
      found.set(listed.txId, listed);
  }
  return [...found.values()].sort((a, b) => a.slot - b.slot);
}

/** Pages go from the newest to the oldest; what is found is turned around. */
async function listProgram(
  rpc: Rpc,
  program: string,
  range: SlotRange,
  commitment: Commitment,
  signal: AbortSignal,
): Promise<readonly ListedTransaction[]> {
  const found: ListedTransaction[] = [];
  for (let before: string | undefined; ;) {
    const page = await readPage(rpc, pageRequest(program, before, range, commitment), signal);
    found.push(
      ...page
        .filter(({ slot, failed }) => !failed && slot >= range.first && slot <= range.last)
        .map(({ txId, slot }) => ({ txId, slot })),
    );
    const oldest = page.at(-1);
    if (page.length < pageSize || oldest === undefined || oldest.slot < range.first)
      return found.reverse();
    before = oldest.txId;
  }
}

function pageRequest(
  program: string,
  before: string | undefined,
  { last }: SlotRange,
  commitment: Commitment,
): RpcRequest {
  return {
    method: 'getSignaturesForAddress',
    params: [
      program,
      {
        commitment,
        limit: pageSize,
        minContextSlot: last,
        ...(before === undefined ? {} : { before }),
      },
    ],
  };
}

type Entry = ListedTransaction & { readonly failed: boolean };

async function readPage(
  rpc: Rpc,
  request: RpcRequest,
  signal: AbortSignal,
): Promise<readonly Entry[]> {
  const [reply] = await rpc.ask([request], signal);
  const page = readEntries(reply);
  if (rpc.endpoints.length === 1) return page;
  const others = await rpc.each([request], signal);
  const lists = others.map((replies) => readOptional(replies?.[0]));
  const longest = lists.reduce((best, list) => (list.length > best.length ? list : best), page);
  const known = new Set(longest.map(({ txId }) => txId));
  const missing = [page, ...lists].flat().filter(({ txId }) => !known.has(txId) && known.add(txId));
  // Joined lists stay in the order of slots, newest first, so that the last entry is where the next
  // page begins.
  return missing.length === 0 ? longest : [...longest, ...missing].sort((a, b) => b.slot - a.slot);
}

/** An endpoint that failed, refused or sent nonsense has no say. */
function readOptional(reply: RpcReply | undefined): readonly Entry[] {
  try {
    return reply?.ok === true ? readEntries(reply) : [];
  } catch (error) {
    if (!isPortageError(error, 'RPC_HTTP_ERROR')) throw error;
    return [];
  }
}

function readEntries(reply: RpcReply | undefined): readonly Entry[] {
  return readList(readResult(reply, 'getSignaturesForAddress'), 'list of signatures').map(
    (value) => {
      const { signature, slot, err } = readObject(value, 'signature');
      if (err === undefined) throw malformedReply('signature');
      return {
        txId: readText(signature, 'signature'),
        slot: readInteger(slot, 'slot'),
        failed: err !== null,
      };
    },
  );
}
