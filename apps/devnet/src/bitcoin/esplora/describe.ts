import { medianTimePast, type BlockNode } from '../chain/blockTree.js';
import type { Chain } from '../chain/createChain.js';
import { sumOf, type Coin } from '../chain/coins.js';
import { addressOf, assembly, type Answer } from '../rpc/describe.js';
import { scriptKind } from '../script/scriptKind.js';
import { hashText, hex } from '../transaction/hashes.js';
import type { Tx, TxOutput } from '../transaction/readTransaction.js';

/** Place of a transaction, as Esplora shows it. */
export function describeStatus(block: BlockNode | undefined): Answer {
  if (block === undefined) return { confirmed: false };
  return {
    confirmed: true,
    block_height: block.height,
    block_hash: block.hash,
    block_time: block.header.time,
  };
}

/** Transaction with what it spends and where it is. */
export interface PlacedTx {
  readonly tx: Tx;
  /** Coins that it spends, in order; none for a coinbase. */
  readonly spent: readonly Coin[];
  /** Block of the best chain; undefined while it waits. */
  readonly block: BlockNode | undefined;
}

/** Transaction as Esplora shows it. Amounts are satoshis. */
export function describePlaced({ tx, spent, block }: PlacedTx): Answer {
  return {
    txid: tx.id,
    version: tx.raw.version >>> 0,
    locktime: tx.raw.locktime,
    vin: tx.inputs.map(({ txId, vout, script, witness, sequence }, index) => {
      const coin = spent[index];
      return {
        txid: txId,
        vout,
        prevout: coin === undefined ? null : describeOutput(coin),
        scriptsig: hex(script),
        scriptsig_asm: tx.isCoinbase ? '' : assembly(script),
        ...(witness.length === 0 ? {} : { witness: witness.map(hex) }),
        is_coinbase: tx.isCoinbase,
        sequence,
      };
    }),
    vout: tx.outputs.map(describeOutput),
    size: tx.bytes.length,
    weight: tx.weight,
    fee: tx.isCoinbase ? 0 : Number(sumOf(spent) - sumOf(tx.outputs)),
    status: describeStatus(block),
  };
}

function describeOutput({ script, value }: TxOutput): Answer {
  const address = addressOf(script);
  return {
    scriptpubkey: hex(script),
    scriptpubkey_asm: assembly(script),
    scriptpubkey_type: scriptKind(script),
    ...(address === undefined ? {} : { scriptpubkey_address: address }),
    value: Number(value),
  };
}

/** Block as Esplora shows it. */
export function describeEsploraBlock(block: BlockNode): Answer {
  const { hash, height, header, transactions, bytes, weight, previous } = block;
  return {
    id: hash,
    height,
    version: header.version,
    timestamp: header.time,
    tx_count: transactions.length,
    size: bytes.length,
    weight,
    merkle_root: hashText(header.merkleRoot),
    previousblockhash: previous?.hash ?? null,
    mediantime: medianTimePast(block),
    nonce: header.nonce,
    bits: header.bits,
    difficulty: 0,
  };
}

/** Place of a block among the branches, as Esplora shows it. */
export function describeBlockStatus(block: BlockNode, chain: Chain): Answer {
  if (!chain.isBest(block)) return { in_best_chain: false };
  const next = chain.at(block.height + 1)?.hash;
  return {
    in_best_chain: true,
    height: block.height,
    ...(next === undefined ? {} : { next_best: next }),
  };
}
