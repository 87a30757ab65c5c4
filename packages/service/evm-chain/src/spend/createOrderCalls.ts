import { type PortageError, zeroAddress, requestFault, type Authorization } from '@portage/core';
import type { CallRequest, OrderCalls } from '@portage/core/chain';
import { malformedReply, type Rpc } from '@portage/chain-kit';
import { readQuantity } from '../rpc/parse.js';
import { recoverAuthority } from './authorization.js';
import type { Keccak } from '@portage/evm/abi';

/** Gas of a call that names no limit of its own: a swap on common pools, or a mint with room. */
const gasPerCall = 250_000;
/** Bounds what a call that fails only in its block burns; routers of pools use a tenth of it. */
const gasMax = 3_000_000;

/** Chain, endpoints and accounts that calls are judged with. */
export interface OrderCallsOptions {
  readonly chainId: number;
  /**
   * Accounts that no call may have as its target and no authorization as its author, lower case:
   * our contracts and keys, and Permit2.
   */
  readonly denied: readonly string[];
  readonly rpc: Rpc;
  readonly keccak: Keccak;
}

/**
 * Judges what orders want to be done beside paying. The runner on the chain refuses most of it,
 * too; here it is refused before anything is promised, and before gas is spent.
 */
export function createOrderCalls(options: OrderCallsOptions): OrderCalls {
  const refused = new Set(options.denied);
  return {
    gasLimitMax: gasMax,
    gasLimit: (calls) => gasPerCall * calls.length,
    check: ({ calls, authorizations }) => {
      calls.forEach(({ to }, index) => {
        if (refused.has(to.toLowerCase()))
          throw refuseCall(
            index,
            `${to} may not be called: it is a contract or an account of the service, or Permit2`,
          );
      });
      readAuthorities(authorizations, refused, options);
    },
    confirm: async (request, signal) => {
      const authorities = readAuthorities(request.authorizations, refused, options);
      await confirmOnChain(request, { rpc: options.rpc, authorities }, signal);
    },
  };
}

/**
 * Accounts that signed the authorizations, in their order. @throws PortageError
 * `INVALID_AUTHORIZATION`
 */
function readAuthorities(
  authorizations: readonly Authorization[],
  refused: ReadonlySet<string>,
  { chainId, keccak }: OrderCallsOptions,
): readonly string[] {
  const authorities = authorizations.map((authorization, index) => {
    if (authorization.chainId !== chainId)
      throw refuseAuthorization(
        index,
        `is for chain ${String(authorization.chainId)}, not for chain ${String(chainId)}`,
      );
    const authority = recoverAuthority(authorization, keccak);
    if (authority === undefined)
      throw refuseAuthorization(index, 'carries a signature that no account can have made');
    if (refused.has(authority))
      throw refuseAuthorization(index, `is signed by ${authority}, an account of the service`);
    return authority;
  });
  const twice = authorities.findIndex(
    (authority, index) => authorities.indexOf(authority) !== index,
  );
  if (twice !== -1) throw refuseAuthorization(twice, 'is the second one of its account');
  return authorities;
}

/** Endpoints, and the accounts that signed the authorizations of a request. */
interface ConfirmContext {
  readonly rpc: Rpc;
  readonly authorities: readonly string[];
}

/** Checks against the chain that called accounts have code and nonces are not used up. */
async function confirmOnChain(
  { calls, authorizations }: CallRequest,
  { rpc, authorities }: ConfirmContext,
  signal: AbortSignal | undefined,
): Promise<void> {
  const willHaveCode = new Set(
    authorities.filter((_, index) => authorizations[index]?.address.toLowerCase() !== zeroAddress),
  );
  const targets = calls
    .map(({ to, data }, index) => ({ to: to.toLowerCase(), data, index }))
    .filter(({ to, data }) => data !== '0x' && !willHaveCode.has(to));
  const results = await rpc.read(
    [
      ...targets.map(({ to }) => ({ method: 'eth_getCode', params: [to, 'latest'] })),
      ...authorities.map((authority) => ({
        method: 'eth_getTransactionCount',
        params: [authority, 'latest'],
      })),
    ],
    signal,
  );
  targets.forEach(({ to, index }, position) => {
    const code = results[position];
    if (typeof code !== 'string') throw malformedReply('code');
    if (code === '0x')
      throw refuseCall(index, `${to} has no code, so it cannot be called with data`);
  });
  authorizations.forEach(({ nonce }, index) => {
    const count = readQuantity(results[targets.length + index], 'transaction count');
    if (BigInt(nonce) < count)
      throw refuseAuthorization(
        index,
        `has the nonce ${String(nonce)}, and its account is at ${count.toString()} already`,
      );
  });
}

function refuseCall(index: number, message: string): PortageError {
  const path = `txs.${String(index)}.to`;
  return requestFault(path, message, {
    code: 'INVALID_EXTRA_TXS',
    message: `${path}: ${message}.`,
  });
}

function refuseAuthorization(index: number, message: string): PortageError {
  const path = `authorizationList.${String(index)}`;
  return requestFault(path, message, {
    code: 'INVALID_AUTHORIZATION',
    message: `${path}: ${message}.`,
    hint: 'Sign it for the destination chain, with the next nonce of the account, and pass it as it was signed.',
  });
}
