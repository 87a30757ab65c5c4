import { PortageError } from '@portage/core';
import type { ChainEvent } from '@portage/core/chain';
import { readList, readResult, type Ask } from '@portage/chain-kit';
import { readHeader, type Header } from '../rpc/header.js';
import { readInteger } from '../rpc/parse.js';
import { blockRequest, transactionRequest, type Commitment } from '../rpc/requests.js';
import type { Head } from './createHeads.js';
import { decodeTransaction } from './decodeTransaction.js';
import type { Programs } from './readInvocation.js';
import type { ListedTransaction } from './listSignatures.js';

/** Endpoint, programs and commitment that blocks are read with. */
export interface BlockReadContext {
  readonly ask: Ask;
  readonly programs: Programs;
  readonly commitment: Commitment;
  readonly signal: AbortSignal;
}

/** The headers of slots that hold blocks. @throws PortageError `RPC_HTTP_ERROR` */
export async function readHeaders(
  { ask, signal }: BlockReadContext,
  slots: readonly number[],
  commitment: Commitment,
): Promise<readonly Header[]> {
  if (slots.length === 0) return [];
  const replies = await ask(
    slots.map((slot) => blockRequest(slot, commitment)),
    signal,
  );
  return slots.map((slot, index) => readHeader(slot, readResult(replies[index], 'getBlock')));
}

/**
 * The headers from a slot up to the head, each the child of the one before; slots without a block
 * are left out.
 */
export async function readLinkedHeaders(
  chain: BlockReadContext,
  first: number,
  head: Head,
): Promise<readonly Header[]> {
  const headers = [
    ...(await readHeaders(chain, await readSlots(chain, first, head.height - 1), chain.commitment)),
    head,
  ];
  headers.forEach((header, index) => {
    const parent = headers[index - 1];
    if (
      parent !== undefined &&
      (header.parentSlot !== parent.height || header.parentHash !== parent.hash)
    ) {
      throw new PortageError('RPC_HTTP_ERROR', {
        message: 'The chain changed its mind while it was being read.',
      });
    }
  });
  return headers;
}

async function readSlots(
  { ask, commitment, signal }: BlockReadContext,
  first: number,
  last: number,
): Promise<readonly number[]> {
  if (last < first) return [];
  const [reply] = await ask(
    [{ method: 'getBlocks', params: [first, last, { commitment }] }],
    signal,
  );
  return readList(readResult(reply, 'getBlocks'), 'list of blocks').map((slot) =>
    readInteger(slot, 'slot'),
  );
}

/**
 * Our events in listed transactions, whose blocks are among the headers. @throws PortageError
 * `RPC_HTTP_ERROR`
 */
export async function readEvents(
  chain: BlockReadContext,
  listed: readonly ListedTransaction[],
  headers: readonly Header[],
): Promise<readonly ChainEvent[]> {
  if (listed.length === 0) return [];
  const hashes = new Map(headers.map(({ height, hash }) => [height, hash]));
  const replies = await chain.ask(
    listed.map(({ txId }) => transactionRequest(txId, chain.commitment)),
    chain.signal,
  );
  return listed.flatMap(({ txId, slot }, index) => {
    const transaction = decodeTransaction(
      txId,
      readResult(replies[index], 'getTransaction'),
      chain.programs,
    );
    const blockHash = hashes.get(slot);
    if (transaction?.slot !== slot || blockHash === undefined)
      throw new PortageError('RPC_HTTP_ERROR', {
        message: 'A chain endpoint tells of a transaction that is not where it said.',
      });
    return transaction.events(blockHash);
  });
}
