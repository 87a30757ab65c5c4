import { payments, script as scripts, Transaction } from 'bitcoinjs-lib';
import type { BitcoinKey } from '../keys/openKeyring.js';
import { ecc } from '../script/ecc.js';
import { hashBytes } from '../transaction/hashes.js';
import { describeTransaction, type Tx, type TxOutput } from '../transaction/readTransaction.js';

/** Coin that a key spends. */
export interface OwnCoin {
  readonly txId: string;
  readonly vout: number;
  readonly value: bigint;
  readonly key: BitcoinKey;
}

const replaceable = 0xfffffffd;

/** Signs a transaction that spends P2WPKH coins; of version 2 by default. */
export function signTransfer(
  coins: readonly OwnCoin[],
  outputs: readonly TxOutput[],
  version = 2,
): Tx {
  const raw = new Transaction();
  raw.version = version;
  for (const { txId, vout } of coins) raw.addInput(hashBytes(txId), vout, replaceable);
  for (const { script, value } of outputs) raw.addOutput(script, value);
  coins.forEach(({ value, key }, index) => {
    const code = payments.p2pkh({ pubkey: key.publicKey }).output;
    if (code === undefined) throw new Error('A key has no script.');
    const type = Transaction.SIGHASH_ALL;
    const hash = raw.hashForWitnessV0(index, code, value, type);
    const signature = scripts.signature.encode(ecc.sign(hash, key.privateKey), type);
    raw.setWitness(index, [signature, key.publicKey]);
  });
  return describeTransaction(raw);
}
