import { address as addresses } from 'bitcoinjs-lib';
import { network } from '../parameters.js';
import type { BitcoinNode } from '../node/createNode.js';
import type { Answer } from '../rpc/describe.js';
import { hex } from '../transaction/hashes.js';
import { outpointOf } from '../transaction/readTransaction.js';
import { describePlaced, describeStatus, type PlacedTx } from './describe.js';
import { HttpError } from './httpError.js';
import type { EsploraRoute } from './route.js';

const chainPage = 25;
const mempoolPage = 50;
/** Unspent outputs in an answer, at most, as on the public hosts. */
const utxosMax = 500;

/** Routes that answer by address. */
export const addressRoutes: readonly EsploraRoute[] = [
  {
    path: /^\/address\/([^/]+)$/,
    run: ({ node }, [address = '']) => describeAddress(node, address),
  },
  {
    path: /^\/address\/([^/]+)\/utxo$/,
    run: ({ node }, [address = '']) => listUtxos(node, scriptOf(address)),
  },
  {
    path: /^\/address\/([^/]+)\/txs$/,
    run: ({ node }, [address = '']) => {
      const script = scriptOf(address);
      return [...waiting(node, script), ...confirmed(node, script)].map(describePlaced);
    },
  },
  {
    path: /^\/address\/([^/]+)\/txs\/chain(?:\/([0-9a-f]{64}))?$/,
    run: ({ node }, [address = '', last]) =>
      confirmed(node, scriptOf(address), last).map(describePlaced),
  },
  {
    path: /^\/address\/([^/]+)\/txs\/mempool$/,
    run: ({ node }, [address = '']) => waiting(node, scriptOf(address)).map(describePlaced),
  },
];

/** Hex of the script of an address. @throws HttpError */
function scriptOf(address: string): string {
  try {
    return hex(addresses.toOutputScript(decodeURIComponent(address), network));
  } catch {
    throw new HttpError(400, 'Invalid Bitcoin address');
  }
}

/** Waiting transactions of a script, newest first. */
function waiting({ mempool }: BitcoinNode, script: string): readonly PlacedTx[] {
  return mempool
    .touching(script)
    .slice(-mempoolPage)
    .reverse()
    .map(({ tx, spent }) => ({ tx, spent, block: undefined }));
}

/** Transactions of a script in blocks, newest first, after the last one that the caller saw. */
function confirmed({ chain }: BitcoinNode, script: string, last?: string): readonly PlacedTx[] {
  const history = chain.index.history(script);
  const end = last === undefined ? history.length : history.lastIndexOf(last);
  if (end < 0) throw new HttpError(422, 'last_seen_txid not found');
  return history
    .slice(Math.max(end - chainPage, 0), end)
    .reverse()
    .flatMap((txId) => chain.index.transaction(txId) ?? []);
}

function listUtxos({ chain, mempool }: BitcoinNode, script: string): readonly Answer[] {
  const mined = chain.index.history(script).flatMap((id) => chain.index.transaction(id) ?? []);
  const placed: readonly PlacedTx[] = [
    ...mined,
    ...mempool.touching(script).map(({ tx, spent }) => ({ tx, spent, block: undefined })),
  ];
  const utxos = placed.flatMap(({ tx, block }) =>
    tx.outputs.flatMap((output, vout) => {
      const outpoint = outpointOf(tx.id, vout);
      if (hex(output.script) !== script || mempool.spender(outpoint) !== undefined) return [];
      if (block !== undefined && chain.index.coin(outpoint) === undefined) return [];
      const value = Number(output.value);
      return [{ txid: tx.id, vout, status: describeStatus(block), value }];
    }),
  );
  if (utxos.length > utxosMax)
    throw new HttpError(
      400,
      `Too many unspent transaction outputs (>${utxosMax}). Contact support to raise limits.`,
    );
  return utxos;
}

function describeAddress({ chain, mempool }: BitcoinNode, address: string): Answer {
  const script = scriptOf(address);
  const mined = chain.index.history(script).flatMap((id) => chain.index.transaction(id) ?? []);
  return {
    address: decodeURIComponent(address),
    chain_stats: describeStats(mined, script),
    mempool_stats: describeStats(mempool.touching(script), script),
  };
}

function describeStats(all: readonly Pick<PlacedTx, 'tx' | 'spent'>[], script: string): Answer {
  const funded = all.flatMap(({ tx }) => tx.outputs.filter((each) => hex(each.script) === script));
  const spent = all.flatMap((each) => each.spent.filter((coin) => hex(coin.script) === script));
  const total = (outputs: readonly { readonly value: bigint }[]): number =>
    Number(outputs.reduce((sum, { value }) => sum + value, 0n));
  return {
    funded_txo_count: funded.length,
    funded_txo_sum: total(funded),
    spent_txo_count: spent.length,
    spent_txo_sum: total(spent),
    tx_count: all.length,
  };
}
