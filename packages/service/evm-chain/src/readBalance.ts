import { zeroAddress } from '@portage/core';
import { malformedReply } from '@portage/chain-kit';
import { readQuantity } from './rpc/parse.js';

const wordPattern = /^0x[0-9a-fA-F]{64}$/;

/** Balance that a node answered. @throws PortageError `RPC_HTTP_ERROR` */
export function readBalance(result: unknown, currency: string): bigint {
  if (currency === zeroAddress) return readQuantity(result, 'balance');
  if (typeof result !== 'string' || !wordPattern.test(result)) throw malformedReply('balance');
  return BigInt(result);
}
