import type { Reject } from '../reject.js';

/** Error codes of Bitcoin Core. */
export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  misc: -1,
  type: -3,
  invalidAddressOrKey: -5,
  invalidParameter: -8,
  deserialization: -22,
  transactionError: -25,
  transactionRejected: -26,
  alreadyInChain: -27,
} as const;

/** Error in the words of Bitcoin Core. */
export class RpcError extends Error {
  override readonly name = 'RpcError';

  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** Answer to a refused transaction. */
export function rejected({ reason, details }: Reject): RpcError {
  if (reason === 'TX decode failed')
    return new RpcError(
      rpcCodes.deserialization,
      'TX decode failed. Make sure the tx has at least one input.',
    );
  if (reason === 'bad-txns-inputs-missingorspent')
    return new RpcError(rpcCodes.transactionError, reason);
  if (reason === 'txn-already-known')
    return new RpcError(rpcCodes.alreadyInChain, 'Transaction outputs already in utxo set');
  return new RpcError(rpcCodes.transactionRejected, details);
}
