import { type PortageError, zeroAddress, requestFault, type Authorization } from '@portage/core';
import type { GaslessDeposits } from '@portage/core/chain';
import { malformedReply, type Rpc } from '@portage/chain-kit';
import { gaslessGas, gaslessGasLimit } from '../gas/gaslessUnits.js';
import { isAccountCode } from '../rpc/accountCode.js';
import { readQuantity } from '../rpc/parse.js';

/** Leaves room for a swap and the deposit under the limit of a transaction (EIP-7825). */
const overheadMax = 2_000_000;

/** Chain, endpoints and accounts that gasless deposits are judged with. */
export interface GaslessOptions {
  readonly chainId: number;
  /**
   * Accounts that are never called, whatever an endpoint says of their code, lower case: our
   * contracts and keys, tokens, and Permit2.
   */
  readonly denied: readonly string[];
  readonly rpc: Rpc;
  /** Account that signed an authorization, lower case; undefined where no account did. */
  readonly recoverAuthority: (authorization: Authorization) => string | undefined;
}

/**
 * Judges calls that the solver's own account is asked to make for a payer. That account holds the
 * inventory, so a token as the target would move its money. Only an account with a key behind it is
 * called: one that is delegated, or whose own authorization goes along. Whatever its code then
 * does, it does as itself.
 */
export function createGasless({
  chainId,
  denied,
  rpc,
  recoverAuthority,
}: GaslessOptions): GaslessDeposits {
  const refused = new Set(denied);

  const checkAuthorization = (authorization: Authorization, account: string): void => {
    if (authorization.chainId !== chainId)
      throw refuseAuthorization(
        `is for chain ${String(authorization.chainId)}, not for chain ${String(chainId)}`,
      );
    if (authorization.address.toLowerCase() === zeroAddress)
      throw refuseAuthorization('takes the delegation away');
    if (recoverAuthority(authorization) !== account)
      throw refuseAuthorization('is not signed by the account that is called');
  };

  return {
    overheadMax: overheadMax,
    checkPayer: async (payer, signal) => {
      const account = payer.toLowerCase();
      if (refused.has(account))
        throw refusePayer('is a token, or a contract or an account of the service');
      const [code] = await rpc.read(
        [{ method: 'eth_getCode', params: [account, 'latest'] }],
        signal,
      );
      if (!isCallable(code))
        throw refusePayer('is a contract; only an account with a key behind it is called');
    },
    gas: gaslessGas,
    gasLimit: gaslessGasLimit,
    confirm: async ({ payer, to, authorizations }, signal) => {
      const account = to.toLowerCase();
      if (account !== payer.toLowerCase())
        throw refuseTarget('is not the user of the quote, and nothing else is called');
      if (refused.has(account))
        throw refuseTarget('is a token, or a contract or an account of the service');
      const [authorization, second] = authorizations;
      if (second !== undefined)
        throw refuseAuthorization('is not the only one: the account needs one delegation', 1);
      if (authorization !== undefined) checkAuthorization(authorization, account);
      const [code, count] = await rpc.read(
        [
          { method: 'eth_getCode', params: [account, 'latest'] },
          { method: 'eth_getTransactionCount', params: [account, 'latest'] },
        ],
        signal,
      );
      if (!isCallable(code))
        throw refuseTarget('is a contract; only an account that is delegated is called');
      if (authorization === undefined) {
        if (code === '0x') throw refuseTarget('is not delegated, and no authorization comes along');
        return;
      }
      const next = readQuantity(count, 'transaction count');
      if (BigInt(authorization.nonce) !== next)
        throw refuseAuthorization(
          `has the nonce ${String(authorization.nonce)}, and the account is at ${next.toString()}`,
        );
    },
  };
}

/** Whether an account with this code has a key behind it: no code, or a delegation. */
function isCallable(code: unknown): boolean {
  if (typeof code !== 'string') throw malformedReply('code');
  return isAccountCode(code);
}

function refusePayer(reason: string): PortageError {
  return requestFault('originGasOverhead', `the user ${reason}`, {
    code: 'UNSUPPORTED_FEATURE',
    message: `originGasOverhead: the user ${reason}.`,
    hint: 'Leave originGasOverhead out, or name an account as user that can be delegated by EIP-7702.',
  });
}

function refuseTarget(message: string): PortageError {
  return requestFault('data.to', message, {
    message: `data.to: ${message}.`,
    hint: 'Name the account that the quote was asked for with, delegated by EIP-7702, or pass its authorization along.',
  });
}

function refuseAuthorization(message: string, index = 0): PortageError {
  const path = `data.authorizationList.${String(index)}`;
  return requestFault(path, message, {
    code: 'INVALID_AUTHORIZATION',
    message: `${path}: ${message}.`,
    hint: 'Sign it with the account that is called, for the origin chain, with its next nonce.',
  });
}
