/** Error codes of a Solana node. */
export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  preflightFailure: -32002,
  signatureVerificationFailure: -32003,
  blockNotAvailable: -32004,
  nodeUnhealthy: -32005,
  slotSkipped: -32007,
  unsupportedTransactionVersion: -32015,
  minContextSlotNotReached: -32016,
} as const;

/** Error in the words of a Solana node. */
export class RpcError extends Error {
  override readonly name = 'RpcError';

  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

/** @returns the refusal of a parameter */
export function invalidParams(message: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, message);
}
