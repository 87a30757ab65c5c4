import {
  isObject,
  malformedReply,
  readObject,
  readResult,
  type RpcReply,
} from '@portage/chain-kit';
import type { ChainEvent } from '@portage/core/chain';
import { readTransaction } from '../rpc/block.js';
import { readBytes, readHash, readInteger } from '../rpc/parse.js';
import { placeRequest, transactionRequest } from '../rpc/requests.js';
import { readMovements, type MovementContext } from './readMovements.js';

/** Code by which a node says that it has no such transaction. */
const unknownCode = -5;

/** Our events in a transaction, and how many blocks stand on it, its own included. */
export interface PlacedTransaction {
  readonly depth: number;
  readonly events: readonly ChainEvent[];
}

/**
 * One transaction as one endpoint has it; undefined where it is in no block of that endpoint.
 *
 * @throws PortageError `RPC_HTTP_ERROR`
 */
export async function readPlacedTransaction(
  context: MovementContext,
  txId: string,
): Promise<PlacedTransaction | undefined> {
  const { ask, signal } = context;
  const [reply] = await ask([transactionRequest(txId, true)], signal);
  if (isUnknown(reply)) return undefined;
  const told = readObject(readResult(reply, 'getrawtransaction'), 'transaction');
  const transaction = readTransaction(readBytes(told['hex'], 'transaction'), txId);
  if (told['blockhash'] === undefined) return undefined;
  const hash = readHash(told['blockhash'], 'hash');
  const [header] = await ask([placeRequest(hash)], signal);
  const place = readResult(header, 'getblockheader');
  if (!isObject(place)) throw malformedReply('header');
  // A block that is not on the chain any more has -1.
  if (place['confirmations'] === -1) return undefined;
  const depth = readInteger(place['confirmations'], 'depth');
  const height = readInteger(place['height'], 'height');
  return { depth, events: await readMovements(context, [transaction], { height, hash }) };
}

function isUnknown(reply: RpcReply | undefined): boolean {
  return reply?.ok === false && reply.error.code === unknownCode;
}
