import { script, Transaction } from 'bitcoinjs-lib';
import { createBlock, headerBytes, type Header, type ReadBlock } from '../chain/block.js';
import {
  commitmentHead,
  heightScript,
  meetsTarget,
  witnessCommitment,
} from '../chain/checkBlock.js';
import { merkleRoot } from '../chain/merkle.js';
import { consensus } from '../parameters.js';
import { hash256, hashText } from '../transaction/hashes.js';
import { describeTransaction, type Tx, type TxOutput } from '../transaction/readTransaction.js';

/** Block to make. */
export interface BlockPlan {
  readonly previousHash: string;
  readonly height: number;
  /** Seconds since 1970. */
  readonly time: number;
  /** Transactions beside the coinbase, parents first. */
  readonly transactions: readonly Tx[];
  /** Outputs of the coinbase. */
  readonly outputs: readonly TxOutput[];
  /** Bytes that make the coinbase unlike others of its height. */
  readonly extra: Uint8Array;
  readonly hasWitness: boolean;
}

const versionBits = 0x20000003;

/** Makes a block and its proof of work. */
export function assembleBlock(plan: BlockPlan): ReadBlock {
  const transactions = [createCoinbase(plan), ...plan.transactions];
  const header: Header = {
    version: versionBits,
    previousHash: plan.previousHash,
    merkleRoot: merkleRoot(transactions.map(({ hash }) => hash)).root,
    time: plan.time,
    bits: consensus.bits,
    nonce: findNonce(plan, transactions),
  };
  return createBlock(header, transactions);
}

function findNonce({ previousHash, time }: BlockPlan, transactions: readonly Tx[]): number {
  const root = merkleRoot(transactions.map(({ hash }) => hash)).root;
  const { bits } = consensus;
  const bytes = headerBytes({
    version: versionBits,
    previousHash,
    time,
    bits,
    nonce: 0,
    merkleRoot: root,
  });
  // Every other nonce meets the difficulty of regtest.
  for (let nonce = 0; ; nonce += 1) {
    bytes.writeUInt32LE(nonce, 76);
    if (meetsTarget(hashText(hash256(bytes)))) return nonce;
  }
}

function createCoinbase({ height, outputs, extra, transactions, hasWitness }: BlockPlan): Tx {
  const coinbase = new Transaction();
  coinbase.version = 2;
  const head = heightScript(height);
  const data = Buffer.concat([head, script.compile([Buffer.from(extra)])]);
  coinbase.addInput(Buffer.alloc(32), 0xffffffff, 0xffffffff, data);
  for (const { script: bytes, value } of outputs) coinbase.addOutput(bytes, value);
  if (!hasWitness) return describeTransaction(coinbase);
  const reserved = Buffer.alloc(32);
  coinbase.setWitness(0, [reserved]);
  const commitment = witnessCommitment([describeTransaction(coinbase), ...transactions], reserved);
  coinbase.addOutput(Buffer.concat([commitmentHead, commitment]), 0n);
  return describeTransaction(coinbase);
}
