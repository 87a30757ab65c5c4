import { bytesToHex, hexToBytes, PortageError } from '@portage/core';
import { checkOptions } from '@portage/core/errors';
import { base64 } from '@scure/base';
import { walletError } from '../errors/walletError.js';
import type { BitcoinWallet } from './bitcoinWallet.js';
import { readSignature } from './readSignature.js';

/** Parameters of `signPsbt` as sats-connect has them. */
export interface SatsConnectParameters {
  /** PSBT in base64. */
  readonly psbt: string;
  /** Places of the inputs to sign, by the address that owns them. */
  readonly signInputs: Readonly<Record<string, readonly number[]>>;
  readonly broadcast: false;
}

/** Parameters of `signMessage` as sats-connect has them. */
export interface SatsConnectMessage {
  readonly address: string;
  readonly message: string;
  readonly protocol: 'ECDSA' | 'BIP322';
}

/** Function in the shape of sats-connect's `request`. */
export type SatsConnectRequest = (
  ...call: ['signPsbt', SatsConnectParameters] | ['signMessage', SatsConnectMessage]
) => Promise<unknown>;

/** Options of {@link satsConnectWallet}. */
export interface SatsConnectOptions {
  readonly request: SatsConnectRequest;
  /** The payment address that the wallet gave. */
  readonly address: string;
  /** Public key of the address as hex. */
  readonly publicKey?: string;
}

/**
 * A wallet out of sats-connect's `request`.
 *
 * @example
 * ```ts
 * const wallet = satsConnectWallet({ request: satsConnect, address, publicKey });
 * ```
 */
export function satsConnectWallet(options: SatsConnectOptions): BitcoinWallet {
  checkOptions(options, ['request', 'address']);
  const { request, address, publicKey } = options;
  return {
    address: () => Promise.resolve(address),
    ...(publicKey === undefined ? {} : { publicKey: () => Promise.resolve(publicKey) }),
    signPsbt: async ({ psbt, inputs }) => {
      const answer = await request('signPsbt', {
        psbt: base64.encode(hexToBytes(`0x${psbt}`)),
        signInputs: { [address]: Array.from({ length: inputs }, (_, place) => place) },
        broadcast: false,
      });
      return bytesToHex(readSigned(answer)).slice(2);
    },
    signMessage: async (message) => {
      // BIP-322 knows no P2PKH.
      const protocol = /^[1mn]/.test(address) ? 'ECDSA' : 'BIP322';
      const answer = await request('signMessage', { address, message, protocol });
      return readSignature(resultOf(answer)['signature']);
    },
  };
}

function readSigned(answer: unknown): Uint8Array {
  const bytes = decodeBase64(resultOf(answer)['psbt']);
  if (bytes !== undefined) return bytes;
  throw new PortageError('WALLET_ERROR', { message: 'The wallet answered without a PSBT.' });
}

/** Members of a result. @throws PortageError `WALLET_REJECTED`, `WALLET_ERROR` */
function resultOf(answer: unknown): Readonly<Record<string, unknown>> {
  if (typeof answer !== 'object' || answer === null) return {};
  if ('error' in answer) throw walletError(answer.error);
  const result: unknown = 'result' in answer ? answer.result : undefined;
  return typeof result === 'object' && result !== null ? { ...result } : {};
}

function decodeBase64(text: unknown): Uint8Array | undefined {
  try {
    return typeof text === 'string' ? base64.decode(text) : undefined;
  } catch {
    return undefined; // The library has no other way to say so.
  }
}
