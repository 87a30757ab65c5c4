import type { ChainInfo } from '@portage/sdk';
import { isKeyOf, scriptKind, scriptOf } from '@portage/bitcoin/transaction';
import { createBitcoinCodec } from '@portage/sdk/bitcoin';
import type { Wallet } from '../wallet.js';
import { bitcoinChain, networkOf, openExecutor } from './openExecutor.js';
import { psbtDesk } from './psbtDesk.js';

/** Address that the user entered, whose key is elsewhere. */
export interface EnteredAddress {
  readonly address: string;
  /** Public key as hex; empty where the address needs none. */
  readonly publicKey: string;
}

/**
 * A wallet of an address whose key is not in this browser: it shows each transaction, and waits
 * until the user pastes it back with signatures.
 *
 * @throws Error that says what is wrong with what was entered
 */
export function openEntered(
  chains: readonly ChainInfo[],
  { address: text, publicKey }: EnteredAddress,
): Wallet {
  const chain = bitcoinChain(chains);
  const network = networkOf(chain);
  const address = createBitcoinCodec(network).normalizeAddress(text);
  const script = scriptOf(address, network);
  if (publicKey !== '' && !/^0[23][0-9a-f]{64}$/.test(publicKey))
    throw new Error('A public key has 66 hex digits and begins with 02 or 03.');
  if (publicKey === '' && scriptKind(script) === 'p2sh')
    throw new Error('This address hides its key, so its public key is needed too.');
  if (publicKey !== '' && !isKeyOf(bytesOf(publicKey), script))
    throw new Error('This public key does not belong to the address.');
  const key = publicKey === '' ? undefined : publicKey;
  const wallet = {
    address: () => Promise.resolve(address),
    ...(key === undefined ? {} : { publicKey: () => Promise.resolve(key) }),
    signPsbt: psbtDesk.ask,
  };
  return {
    id: `psbt:${address}:${publicKey}`,
    name: 'Signed elsewhere',
    vm: 'bvm',
    address,
    isTest: false,
    publicKey: key,
    note: 'You sign the payment in your own wallet and paste it back.',
    createExecutor: ({ chains: listed }) => openExecutor(wallet, listed),
  };
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
