import { address, script as scripts } from 'bitcoinjs-lib';
import { medianTimePast, type BlockNode } from '../chain/blockTree.js';
import { sumOf, type Coin } from '../chain/coins.js';
import type { Chain } from '../chain/createChain.js';
import { network } from '../parameters.js';
import { scriptKind, type ScriptKind } from '../script/scriptKind.js';
import { hashText, hex } from '../transaction/hashes.js';
import type { Tx, TxInput } from '../transaction/readTransaction.js';
import { bitcoinNumber } from './bitcoinNumber.js';

/** Members of an answer. */
export type Answer = Readonly<Record<string, unknown>>;

/** Highest hash that a block may have, whatever its height. */
export const target = `7fffff${'0'.repeat(58)}`;

const coreKinds: Readonly<Record<ScriptKind, string>> = {
  p2pkh: 'pubkeyhash',
  p2sh: 'scripthash',
  v0_p2wpkh: 'witness_v0_keyhash',
  v0_p2wsh: 'witness_v0_scripthash',
  v1_p2tr: 'witness_v1_taproot',
  op_return: 'nulldata',
  unknown: 'nonstandard',
};

/** Script in words. */
export function assembly(script: Uint8Array): string {
  try {
    return scripts.toASM(script);
  } catch {
    return '[error]';
  }
}

/** Address of a script; undefined where it has none. */
export function addressOf(script: Uint8Array): string | undefined {
  const kind = scriptKind(script);
  if (kind === 'op_return' || kind === 'unknown') return undefined;
  return address.fromOutputScript(script, network);
}

/** Script of an output, as Core shows it. */
export function describeScript(script: Uint8Array): Answer {
  const found = addressOf(script);
  return {
    asm: assembly(script),
    hex: hex(script),
    ...(found === undefined ? {} : { address: found }),
    type: coreKinds[scriptKind(script)],
  };
}

/** Outputs that a transaction spends, to be shown with it. */
export interface Prevouts {
  /** Outputs that the inputs spend, in order. */
  readonly spent: readonly Coin[];
  /** True to show the outputs and not the fee alone. */
  readonly isShown: boolean;
}

/** Transaction as Core shows it. */
export function describeTx(tx: Tx, prevouts?: Prevouts): Answer {
  const fee =
    prevouts === undefined || tx.isCoinbase
      ? {}
      : { fee: bitcoinNumber(sumOf(prevouts.spent) - sumOf(tx.outputs)) };
  return {
    txid: tx.id,
    hash: hashText(tx.witnessHash),
    version: tx.raw.version >>> 0,
    size: tx.bytes.length,
    vsize: tx.vsize,
    weight: tx.weight,
    locktime: tx.raw.locktime,
    vin: tx.inputs.map((input, index) =>
      describeInput(tx, input, prevouts?.isShown === true ? prevouts.spent[index] : undefined),
    ),
    vout: tx.outputs.map(({ script, value }, n) => ({
      value: bitcoinNumber(value),
      n,
      scriptPubKey: describeScript(script),
    })),
    ...fee,
    hex: hex(tx.bytes),
  };
}

function describeInput(tx: Tx, input: TxInput, prevout: Coin | undefined): Answer {
  const { txId, vout, script, sequence, witness } = input;
  const stack = witness.length === 0 ? {} : { txinwitness: witness.map(hex) };
  if (tx.isCoinbase) return { coinbase: hex(script), ...stack, sequence };
  return {
    txid: txId,
    vout,
    scriptSig: { asm: assembly(script), hex: hex(script) },
    ...stack,
    ...(prevout === undefined ? {} : { prevout: describePrevout(prevout) }),
    sequence,
  };
}

function describePrevout({ isCoinbase, height, value, script }: Coin): Answer {
  return {
    generated: isCoinbase,
    height,
    value: bitcoinNumber(value),
    scriptPubKey: describeScript(script),
  };
}

/** Header of a block as Core shows it. */
export function describeHeader(node: BlockNode, chain: Chain): Answer {
  const { hash, header, height, previous, transactions } = node;
  const isBest = chain.isBest(node);
  const next = isBest ? chain.at(height + 1) : undefined;
  return {
    hash,
    confirmations: isBest ? chain.tip.height - height + 1 : -1,
    height,
    version: header.version,
    versionHex: (header.version >>> 0).toString(16).padStart(8, '0'),
    merkleroot: hashText(header.merkleRoot),
    time: header.time,
    mediantime: medianTimePast(node),
    nonce: header.nonce,
    bits: header.bits.toString(16),
    target,
    difficulty: 4.656542373906925e-10,
    chainwork: chainWork(height),
    nTx: transactions.length,
    ...(previous === undefined ? {} : { previousblockhash: previous.hash }),
    ...(next === undefined ? {} : { nextblockhash: next.hash }),
  };
}

/** Work of a chain of the height: two tries a block. */
export function chainWork(height: number): string {
  return (2 * (height + 1)).toString(16).padStart(64, '0');
}
