import { readObject, readResult, type Endpoint, type RpcReply } from '@portage/chain-kit';
import type { Transaction } from 'bitcoinjs-lib';
import { readTransaction } from '../rpc/block.js';
import { readBytes, readHash, readInteger } from '../rpc/parse.js';
import { readSatoshi } from '../rpc/readSatoshi.js';
import { placeRequest } from '../rpc/requests.js';
import type { BlockPlace } from './judgeOutcome.js';

/** Error code of Core for a transaction that it does not know. */
const unknownCode = -5;

/** A transaction as one endpoint has it. */
export interface PlacedTransaction {
  readonly transaction: Transaction;
  /** Its block in the best chain; undefined where it waits, or its block was taken back. */
  readonly block: BlockPlace | undefined;
  readonly isPending: boolean;
  /** Satoshi; undefined where the endpoint does not tell. */
  readonly fee: bigint | undefined;
}

/**
 * A transaction by one endpoint of Core; undefined where it does not know it.
 *
 * @throws PortageError `RPC_HTTP_ERROR`
 */
export async function readPlace(
  { ask }: Pick<Endpoint, 'ask'>,
  txId: string,
  signal?: AbortSignal,
): Promise<PlacedTransaction | undefined> {
  const [reply] = await ask([{ method: 'getrawtransaction', params: [txId, 2] }], signal);
  if (isUnknown(reply)) return undefined;
  const told = readObject(readResult(reply, 'transaction'), 'transaction');
  const transaction = readTransaction(readBytes(told['hex'], 'transaction'), txId);
  const fee = told['fee'] === undefined ? undefined : readSatoshi(told['fee'], 'fee');
  if (told['blockhash'] === undefined)
    return { transaction, block: undefined, isPending: true, fee };
  const hash = readHash(told['blockhash'], 'block');
  const [header] = await ask([placeRequest(hash)], signal);
  const { height, confirmations } = readObject(readResult(header, 'header'), 'header');
  // A block that was taken back has a negative number of blocks on it.
  const isBest = typeof confirmations === 'number' && confirmations > 0;
  const block = isBest ? { height: readInteger(height, 'height'), hash } : undefined;
  return { transaction, block, isPending: false, fee };
}

function isUnknown(reply: RpcReply | undefined): boolean {
  return reply?.ok === false && reply.error.code === unknownCode;
}
