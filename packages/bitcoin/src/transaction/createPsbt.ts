import { PortageError } from '@portage/core';
import { Psbt, Transaction } from 'bitcoinjs-lib';
import type { BitcoinNetwork } from '../address/networks.js';
import { scriptKind } from '../address/scriptKind.js';
import { isKeyOf, nestedScript, xOnly } from './keys.js';

/** Coin that can be spent: an unspent output of a transaction. */
export interface Coin {
  /** Id of the transaction, 64 hex digits in lower case. */
  readonly txId: string;
  /** Place of the output in the transaction, from 0. */
  readonly vout: number;
  /** Satoshi. */
  readonly value: bigint;
  /** Output script. */
  readonly script: Uint8Array;
  /** The whole transaction; needed of P2PKH alone, whose signatures do not say the value. */
  readonly previous?: Uint8Array;
}

/** Output of a transaction. */
export interface Output {
  readonly script: Uint8Array;
  /** Satoshi. */
  readonly value: bigint;
}

/** Coins and outputs of a transaction that a wallet is to sign. */
export interface UnsignedDeposit {
  readonly coins: readonly Coin[];
  readonly outputs: readonly Output[];
  readonly network: BitcoinNetwork;
  /** Public key of the payer, 33 bytes; needed of P2SH-P2WPKH. */
  readonly publicKey?: Uint8Array;
}

/** Sequence of every input: it may be replaced, and nothing is locked by time. */
export const replaceableSequence = 0xfffffffd;

/**
 * Partially signed transaction (BIP-174) of coins and outputs in the order given, as hex: version
 * 2, replaceable, every signature over everything.
 *
 * @throws PortageError `INVALID_ADDRESS` for a coin that cannot be spent without more: P2SH without
 *   the public key, P2WSH, P2PKH without its transaction
 * @example
 * ```ts
 * const psbt = createPsbt({ coins, outputs, network: 'mainnet' });
 * ```
 */
export function createPsbt({ coins, outputs, publicKey }: UnsignedDeposit): string {
  const psbt = new Psbt();
  psbt.setVersion(2);
  psbt.setLocktime(0);
  for (const coin of coins)
    psbt.addInput({
      hash: coin.txId,
      index: coin.vout,
      sequence: replaceableSequence,
      ...spendingData(coin, publicKey),
    });
  for (const { script, value } of outputs) psbt.addOutput({ script, value });
  return psbt.toHex();
}

/** Data of a coin that a signer needs. */
interface SpendingData {
  readonly nonWitnessUtxo?: Uint8Array;
  readonly witnessUtxo?: Output;
  readonly redeemScript?: Uint8Array;
  readonly tapInternalKey?: Uint8Array;
  readonly sighashType?: number;
}

function spendingData(coin: Coin, publicKey: Uint8Array | undefined): SpendingData {
  const { script, value, previous } = coin;
  const witnessUtxo = { script, value };
  const isOurs = publicKey !== undefined && isKeyOf(publicKey, script);
  switch (scriptKind(script)) {
    case 'p2wpkh':
      return { witnessUtxo, sighashType: Transaction.SIGHASH_ALL };
    case 'p2tr':
      return { witnessUtxo, ...(isOurs ? { tapInternalKey: xOnly(publicKey) } : {}) };
    case 'p2sh':
      if (!isOurs) throw unspendable('Coins of a P2SH address need the public key of the payer.');
      return {
        witnessUtxo,
        redeemScript: nestedScript(publicKey),
        sighashType: Transaction.SIGHASH_ALL,
      };
    case 'p2pkh':
      if (previous === undefined)
        throw unspendable('A coin of a P2PKH address needs the transaction that made it.');
      return { nonWitnessUtxo: previous, sighashType: Transaction.SIGHASH_ALL };
    default:
      throw unspendable('Coins of this script cannot be spent.');
  }
}

function unspendable(message: string): PortageError {
  return new PortageError('INVALID_ADDRESS', {
    message,
    hint: 'Pass the public key as "userPublicKey", or pay from a P2WPKH or P2TR address.',
  });
}
