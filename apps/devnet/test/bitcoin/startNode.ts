import { payments, script as scripts, Transaction } from 'bitcoinjs-lib';
import { spendable } from '../../src/bitcoin/control/createFaucet.js';
import type { OwnCoin } from '../../src/bitcoin/control/signTransfer.js';
import { deriveBitcoinKeys } from '../../src/bitcoin/keys/deriveBitcoinKeys.js';
import { createNode, type BitcoinNode } from '../../src/bitcoin/node/createNode.js';
import { fundAccounts } from '../../src/bitcoin/node/fundAccounts.js';
import { defaultPolicy, type Policy } from '../../src/bitcoin/parameters.js';
import { ecc } from '../../src/bitcoin/script/ecc.js';
import { hashBytes } from '../../src/bitcoin/transaction/hashes.js';
import {
  describeTransaction,
  readTransaction,
  type Tx,
  type TxOutput,
} from '../../src/bitcoin/transaction/readTransaction.js';

/** Keys of the nodes that tests start. */
export const testKeys: ReturnType<typeof deriveBitcoinKeys> = deriveBitcoinKeys(2);

/** Starts a node in this process, with funded accounts. */
export function startNode(policy: Partial<Policy> = {}): BitcoinNode {
  const node = createNode({
    policy: { ...defaultPolicy, ...policy },
    keys: testKeys,
    seed: Buffer.alloc(32, 7),
  });
  fundAccounts(node);
  return node;
}

/** Spendable coins of the solver, of ten bitcoin each. */
export function solverCoins(node: BitcoinNode): readonly OwnCoin[] {
  return [...spendable(node, testKeys.roles.solver)];
}

/** Locks of a transaction; by default none. */
export interface Locks {
  readonly sequence?: number;
  readonly locktime?: number;
}

/** Signs a transaction of one P2WPKH coin, with locks. */
export function signLocked(coin: OwnCoin, output: TxOutput, locks: Locks = {}): Tx {
  const { sequence = 0xfffffffd, locktime = 0 } = locks;
  const { privateKey, publicKey } = coin.key;
  const raw = new Transaction();
  raw.version = 2;
  raw.locktime = locktime;
  raw.addInput(hashBytes(coin.txId), coin.vout, sequence);
  raw.addOutput(output.script, output.value);
  const code = payments.p2pkh({ pubkey: publicKey }).output ?? new Uint8Array();
  const hash = raw.hashForWitnessV0(0, code, coin.value, 1);
  raw.setWitness(0, [scripts.signature.encode(ecc.sign(hash, privateKey), 1), publicKey]);
  return describeTransaction(raw);
}

/** The same transaction with another signature; its id is the same. */
export function withBadSignature(tx: Tx): Tx {
  const raw = Transaction.fromBuffer(tx.bytes);
  const [signature = new Uint8Array(), ...rest] = raw.ins[0]?.witness ?? [];
  const copy = Uint8Array.from(signature);
  copy[12] = (copy[12] ?? 0) ^ 1;
  raw.setWitness(0, [copy, ...rest]);
  return readTransaction(raw.toBuffer());
}
