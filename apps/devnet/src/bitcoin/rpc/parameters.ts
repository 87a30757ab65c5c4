import { address } from 'bitcoinjs-lib';
import { z } from 'zod';
import type { BlockNode } from '../chain/blockTree.js';
import { network } from '../parameters.js';
import { Reject } from '../reject.js';
import { readTransaction, type Tx } from '../transaction/readTransaction.js';
import type { RpcContext } from './defineMethod.js';
import { rejected, RpcError, rpcCodes } from './rpcError.js';

/** 32 bytes in hex. */
export const hashSchema = z.string().regex(/^[0-9a-f]{64}$/i, 'must be of length 64 and hex');
/** Bytes in hex. */
export const hexSchema = z.string().regex(/^(?:[0-9a-f]{2})*$/i, 'must be hexadecimal');
/** Height, count or index. */
export const countSchema = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);
/** Detail of an answer; older callers send true and false. */
export const verbositySchema = z.union([
  z.boolean().transform((isVerbose) => (isVerbose ? 1 : 0)),
  z.number().int().min(0).max(3),
]);

/** Block by its hash. @throws RpcError */
export function requireBlock({ node }: RpcContext, hash: string): BlockNode {
  const block = node.chain.tree.get(hash.toLowerCase());
  if (block === undefined) throw new RpcError(rpcCodes.invalidAddressOrKey, 'Block not found');
  return block;
}

/** Transaction in hex. @throws RpcError */
export function parseTransaction(text: string): Tx {
  return orRpcError(() => {
    if (!/^(?:[0-9a-f]{2})+$/i.test(text)) throw new Reject('TX decode failed');
    return readTransaction(Buffer.from(text, 'hex'));
  });
}

/** Script of an address. @throws RpcError */
export function parseAddress(text: string): Uint8Array {
  try {
    return address.toOutputScript(text, network);
  } catch {
    throw new RpcError(rpcCodes.invalidAddressOrKey, 'Invalid address');
  }
}

/** Runs an action; a refusal becomes Core's answer to a refused transaction. @throws RpcError */
export function orRpcError<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw error instanceof Reject ? rejected(error) : error;
  }
}
