import { PortageError } from '@portage/core';
import { readBytesAt } from '../abi/reader.js';
import type { Request } from './connection.js';

/** End of a signature of an account that is not deployed yet (ERC-6492). */
const magic = '6492'.repeat(16);

/** Account that signed, and a reader of its chain. */
export interface SignatureOwner {
  readonly read: Request;
  readonly account: string;
}

/**
 * The signature that an account's own contract checks (ERC-1271). Wallets wrap it into what deploys
 * the account (ERC-6492) while it is not deployed; tokens and Permit2 know nothing of that. Any
 * other signature stays what it is.
 *
 * @throws PortageError `WALLET_ERROR` where the account is not deployed yet: its signature could
 *   not be checked
 */
export async function contractSignature(
  signature: string,
  { read, account }: SignatureOwner,
): Promise<string> {
  if (!signature.toLowerCase().endsWith(magic)) return signature;
  const inner = unwrap(signature.slice(2, -magic.length));
  if (inner === undefined)
    throw new PortageError('WALLET_ERROR', { message: 'The signature is cut off.' });
  const code = await read('eth_getCode', [account, 'latest']);
  if (typeof code === 'string' && code.length > 2) return inner;
  throw new PortageError('WALLET_ERROR', {
    message: `The account ${account} is not deployed on this chain: nobody can check its signature.`,
    hint: 'Make a transaction with the account first, or pay with one.',
  });
}

/** The last of `(address factory, bytes deployment, bytes signature)`; hex without 0x. */
function unwrap(hex: string): string | undefined {
  const inner = readBytesAt(hex, 2);
  return inner === undefined || inner === '' ? undefined : `0x${inner}`;
}
