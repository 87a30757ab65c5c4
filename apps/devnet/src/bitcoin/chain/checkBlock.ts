import { script } from 'bitcoinjs-lib';
import { consensus } from '../parameters.js';
import { require } from '../reject.js';
import { checkTransaction, isFinal } from '../transaction/checkTransaction.js';
import { hash256 } from '../transaction/hashes.js';
import type { Tx } from '../transaction/readTransaction.js';
import type { Header, ReadBlock } from './block.js';
import { merkleRoot } from './merkle.js';

/** Place where a block stands. */
export interface BlockContext {
  readonly height: number;
  /** Median time of the blocks before it, seconds. */
  readonly medianTime: number;
  /** Time of the clock, seconds. */
  readonly now: number;
  readonly segwitHeight: number;
}

/** Head of the output that commits to the witnesses of a block (BIP141). */
export const commitmentHead: Buffer = Buffer.from('6a24aa21a9ed', 'hex');

/** True if the hash of a block meets the difficulty. */
export function meetsTarget(hash: string): boolean {
  // The target of regtest is 7fffff followed by zeros.
  return Number.parseInt(hash.slice(0, 8), 16) < 0x7fffff00;
}

/** Checks a block by itself and in its place, but for what its inputs spend. @throws Reject */
export function checkBlock(block: ReadBlock, context: BlockContext): void {
  checkHeader(block, context);
  const { transactions } = block;
  const tree = merkleRoot(transactions.map(({ hash }) => hash));
  require(tree.root.equals(block.header.merkleRoot), 'bad-txnmrklroot', 'hashMerkleRoot mismatch');
  require(!tree.isMutated, 'bad-txns-duplicate', 'duplicate transaction');
  const [coinbase, ...others] = transactions;
  require(coinbase !== undefined, 'bad-blk-length', 'size limits failed');
  require(coinbase.isCoinbase, 'bad-cb-missing', 'first tx is not coinbase');
  require(others.every((tx) => !tx.isCoinbase), 'bad-cb-multiple', 'more than one coinbase');
  for (const tx of transactions) {
    checkTransaction(tx);
    require(isFinal(tx, context), 'bad-txns-nonfinal', 'non-final transaction');
  }
  checkHeight(coinbase, context.height);
  checkCommitment(transactions, context);
  require(block.weight <= consensus.blockWeightMax, 'bad-blk-weight');
}

function checkHeader({ hash, header }: ReadBlock, { medianTime, now }: BlockContext): void {
  require(header.bits === consensus.bits, 'bad-diffbits', 'incorrect proof of work');
  require(meetsTarget(hash), 'high-hash', 'proof of work failed');
  require(isNewVersion(header), `bad-version(0x${(header.version >>> 0).toString(16)})`);
  require(header.time > medianTime, 'time-too-old', "block's timestamp is too early");
  require(header.time <=
    now + consensus.futureSecondsMax, 'time-too-new', 'block timestamp too far in the future');
}

function isNewVersion({ version }: Header): boolean {
  return version >= 4;
}

/** Script that a coinbase begins with (BIP34). */
export function heightScript(height: number): Uint8Array {
  if (height >= 1 && height <= 16) return Uint8Array.from([0x50 + height]);
  return script.compile([script.number.encode(height)]);
}

function checkHeight(coinbase: Tx, height: number): void {
  const head = heightScript(height);
  const found = coinbase.inputs[0]?.script.subarray(0, head.length) ?? new Uint8Array();
  require(Buffer.from(found).equals(head), 'bad-cb-height', 'block height mismatch in coinbase');
}

/** Hash that a coinbase commits to: of all witnesses, and of a value in its own witness. */
export function witnessCommitment(transactions: readonly Tx[], reserved: Uint8Array): Buffer {
  const hashes = transactions.map((tx, index) => (index === 0 ? Buffer.alloc(32) : tx.witnessHash));
  return hash256(Buffer.concat([merkleRoot(hashes).root, reserved]));
}

function checkCommitment(transactions: readonly Tx[], context: BlockContext): void {
  const [coinbase] = transactions;
  const committed =
    context.height < context.segwitHeight
      ? undefined
      : coinbase?.outputs.findLast(
          ({ script: bytes }) =>
            bytes.length >= 38 && Buffer.from(bytes.subarray(0, 6)).equals(commitmentHead),
        );
  if (committed === undefined) {
    const isFree = transactions.every(({ hasWitness }) => !hasWitness);
    require(isFree, 'unexpected-witness', 'unexpected witness data found');
    return;
  }
  const witness = coinbase?.inputs[0]?.witness ?? [];
  const [reserved] = witness;
  const isSound = witness.length === 1 && reserved?.length === 32;
  require(isSound, 'bad-witness-nonce-size', 'invalid witness reserved value size');
  const expected = witnessCommitment(transactions, reserved);
  const isMatch = expected.equals(committed.script.subarray(6, 38));
  require(isMatch, 'bad-witness-merkle-match', 'witness merkle commitment mismatch');
}
