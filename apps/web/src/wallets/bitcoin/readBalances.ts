import type { ChainInfo } from '@portage/sdk';
import { isRecord } from '../../storage/isRecord.js';

/** Balance of an address, by Esplora; what is on its way counts. */
export async function readBalances(
  chain: ChainInfo,
  account: string,
): Promise<ReadonlyMap<string, bigint>> {
  const answer = await fetch(`${chain.httpRpcUrl}/address/${account}`);
  if (!answer.ok) throw new Error(`${chain.displayName} did not answer.`);
  const body: unknown = await answer.json();
  const stats = isRecord(body) ? [body['chain_stats'], body['mempool_stats']] : [];
  const amount = stats.reduce<bigint>((sum, each) => sum + heldIn(each), 0n);
  return new Map([[chain.currency.address, amount]]);
}

function heldIn(stats: unknown): bigint {
  if (!isRecord(stats)) return 0n;
  const { funded_txo_sum: funded, spent_txo_sum: spent } = stats;
  return typeof funded === 'number' && typeof spent === 'number'
    ? BigInt(funded) - BigInt(spent)
    : 0n;
}
