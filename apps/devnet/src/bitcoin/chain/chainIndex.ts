import { hex } from '../transaction/hashes.js';
import { outpointOf, type Tx } from '../transaction/readTransaction.js';
import { isUnspendable } from '../script/scriptKind.js';
import type { BlockNode } from './blockTree.js';
import type { Coin } from './coins.js';

/** Transaction in the best chain. */
export interface MinedTx {
  readonly tx: Tx;
  readonly block: BlockNode;
  /** Coins that it spent, in order; none for a coinbase. */
  readonly spent: readonly Coin[];
}

/** Input that spends an output. */
export interface Spender {
  readonly txId: string;
  readonly vin: number;
}

/** Index of the best chain by outpoint, transaction and script. */
export interface ChainIndex {
  coin(outpoint: string): Coin | undefined;
  /** Unspent outputs of scripts (in hex), by their outpoints. */
  unspent(scripts: ReadonlySet<string>): readonly (readonly [string, Coin])[];
  transaction(txId: string): MinedTx | undefined;
  spender(outpoint: string): Spender | undefined;
  /** Transactions that pay to a script (in hex) or spend from it, oldest first. */
  history(script: string): readonly string[];
  /** Number of unspent outputs. */
  readonly coins: number;
  /** Takes a transaction in; its coins exist. */
  add(mined: MinedTx): void;
  /** Takes the newest transaction out. */
  remove(mined: MinedTx): void;
}

/** Creates the index of an empty chain. */
export function createChainIndex(): ChainIndex {
  const coins = new Map<string, Coin>();
  const transactions = new Map<string, MinedTx>();
  const spenders = new Map<string, Spender>();
  const histories = new Map<string, string[]>();
  return {
    coin: (outpoint) => coins.get(outpoint),
    unspent: (scripts) => [...coins].filter(([, { script }]) => scripts.has(hex(script))),
    transaction: (txId) => transactions.get(txId),
    spender: (outpoint) => spenders.get(outpoint),
    history: (script) => histories.get(script) ?? [],
    get coins() {
      return coins.size;
    },
    add: (mined) => {
      const { tx, block } = mined;
      if (!tx.isCoinbase)
        tx.inputs.forEach(({ outpoint }, vin) => {
          coins.delete(outpoint);
          spenders.set(outpoint, { txId: tx.id, vin });
        });
      tx.outputs.forEach((output, vout) => {
        if (!isUnspendable(output.script))
          coins.set(outpointOf(tx.id, vout), {
            ...output,
            height: block.height,
            isCoinbase: tx.isCoinbase,
          });
      });
      transactions.set(tx.id, mined);
      for (const script of scriptsOf(mined)) {
        const history = histories.get(script);
        if (history === undefined) histories.set(script, [tx.id]);
        else history.push(tx.id);
      }
    },
    remove: (mined) => {
      const { tx, spent } = mined;
      for (const vout of tx.outputs.keys()) coins.delete(outpointOf(tx.id, vout));
      spent.forEach((coin, index) => {
        const outpoint = tx.inputs[index]?.outpoint ?? '';
        coins.set(outpoint, coin);
        spenders.delete(outpoint);
      });
      transactions.delete(tx.id);
      for (const script of scriptsOf(mined)) {
        const history = histories.get(script);
        history?.pop();
        if (history?.length === 0) histories.delete(script);
      }
    },
  };
}

/** Scripts that a transaction touches, in hex. */
export function scriptsOf({ tx, spent }: Pick<MinedTx, 'tx' | 'spent'>): ReadonlySet<string> {
  return new Set([...spent, ...tx.outputs].map(({ script }) => hex(script)));
}
