import { malformedReply, readObject, readResult, type Endpoint } from '@portage/chain-kit';
import { accountsRequest, readAccounts, type AccountState } from './accounts.js';
import { readHeader } from './header.js';
import { readSlot } from './parse.js';
import { blockRequest } from './requests.js';

/** Accounts of one final block. */
export interface FinalAccounts {
  /** One for each address, in their order; undefined where there is no such account. */
  readonly accounts: readonly (AccountState | undefined)[];
  /** Time of the block in Unix seconds: the clock that programs read. */
  readonly time: number;
}

/**
 * Asks an endpoint for accounts of its newest final block, and for the time of that block.
 *
 * @throws PortageError when the endpoint does not answer, or answers malformed
 */
export async function askFinalAccounts(
  endpoint: Endpoint,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<FinalAccounts> {
  const [reply] = await endpoint.ask([accountsRequest(addresses, { isFinal: true })], signal);
  const result = readResult(reply, 'getMultipleAccounts');
  const accounts = readAccounts(result);
  if (accounts.length !== addresses.length) throw malformedReply('accounts');
  const slot = readSlot(result, 'accounts');
  const [block] = await endpoint.ask([blockRequest(slot, 'finalized')], signal);
  const { time } = readHeader(slot, readObject(readResult(block, 'getBlock'), 'block'));
  return { accounts, time };
}
