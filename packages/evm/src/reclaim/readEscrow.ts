import { PortageError } from '@portage/core';
import { reclaimSelectors } from '../abi/generated/selectors.js';
import { readUint } from '../abi/reader.js';
import { addressWord } from '../abi/words.js';
import type { Request } from '../executor/connection.js';
import { ask, isFields, type Escrow } from './escrow.js';

/** State of an escrow at one block. */
export interface EscrowState {
  /** Amount that the depository holds, in smallest units. */
  readonly held: bigint;
  /** Part of it that was asked back. */
  readonly asked: bigint;
  /** Unix seconds from which on that can be taken; 0 while nothing was asked back. */
  readonly readyAt: number;
  /** Unix seconds by the chain's clock. */
  readonly time: number;
}

/**
 * Reads what a depository holds of an escrow, and what was asked back of it, at the newest block.
 *
 * @throws PortageError `INVALID_CONFIGURATION` where there is no depository, `RPC_HTTP_ERROR`
 */
export async function readEscrow(read: Request, escrow: Escrow): Promise<EscrowState> {
  const block = await ask(read, 'eth_getBlockByNumber', ['latest', false]);
  const { number: height, timestamp } = isFields(block) ? block : {};
  if (typeof height !== 'string' || typeof timestamp !== 'string')
    throw new PortageError('RPC_HTTP_ERROR', {
      message: 'The chain endpoint knows no newest block.',
    });
  const call = async (selector: string, words: number): Promise<string> => {
    const data = `${selector}${escrow.orderId.slice(2)}${addressWord(escrow.depositor)}${addressWord(escrow.currency)}`;
    const answer = await ask(read, 'eth_call', [{ to: escrow.depository, data }, height]);
    if (typeof answer === 'string' && answer.length === 2 + words * 64) return answer.slice(2);
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `There is no depository at ${escrow.depository}.`,
      hint: 'Check the address, and that the endpoint is one of the right chain.',
    });
  };
  const [held, request] = await Promise.all([
    call(reclaimSelectors.escrowOf, 1),
    call(reclaimSelectors.reclaimOf, 2),
  ]);
  return {
    held: readUint(held, 0),
    asked: readUint(request, 0),
    readyAt: Number(readUint(request, 1)),
    time: Number(timestamp),
  };
}
