import type { AuthorizationFate, Depth, PaymentAuthorization, Spend } from '@portage/core/chain';
import { readObject, readResult, type Endpoint, type Quorum } from '@portage/chain-kit';
import { serviceSelectors } from '@portage/evm/abi';
import { readInteger, readQuantity, toQuantity } from '../rpc/parse.js';

/** Endpoints and contract that say what became of authorizations. */
export interface AuthorizationFatesOptions {
  readonly quorum: Quorum;
  readonly depository: string;
  /** The block whose state can no longer change, as a block tag or a height. */
  readonly finalBlock: () => Depth;
}

/**
 * Asks what became of authorizations. Each endpoint answers for one block that is final to it: its
 * time, and whether a nonce is used in its state. Nothing of an answer is taken from two blocks.
 */
export function createAuthorizationFates(
  options: AuthorizationFatesOptions,
): NonNullable<Spend['authorizationFates']> {
  return async (authorizations, signal) => {
    if (authorizations.length === 0) return [];
    const told = await options.quorum.read<AuthorizationFate>(
      {
        subject: 'fates of authorizations',
        items: authorizations.length,
        ask: (endpoint, stop) => askEndpoint(endpoint, authorizations, options, stop),
      },
      signal,
    );
    return told.map((fate) => fate ?? 'open');
  };
}

async function askEndpoint(
  { ask }: Endpoint,
  authorizations: readonly PaymentAuthorization[],
  { depository, finalBlock }: AuthorizationFatesOptions,
  signal: AbortSignal,
): Promise<readonly AuthorizationFate[]> {
  const wanted = finalBlock();
  const tag = typeof wanted === 'number' ? toQuantity(wanted) : wanted;
  const [found] = await ask([{ method: 'eth_getBlockByNumber', params: [tag, false] }], signal);
  const block = readObject(readResult(found, 'eth_getBlockByNumber'), 'block');
  const time = readInteger(block['timestamp'], 'time of a block');
  const height = toQuantity(readInteger(block['number'], 'height of a block'));
  const replies = await ask(
    authorizations.map(({ nonce }) => ({
      method: 'eth_call',
      params: [
        { to: depository, data: `${serviceSelectors.isNonceUsed}${nonce.slice(2)}` },
        height,
      ],
    })),
    signal,
  );
  return authorizations.map(({ expiry }, index) => {
    const isUsed = readQuantity(readResult(replies[index], 'eth_call'), 'use of a nonce') !== 0n;
    return isUsed ? 'used' : time > expiry ? 'expired' : 'open';
  });
}
