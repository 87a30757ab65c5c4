import type { LaneEnd } from '@portage/core/plugin';
import type { ChainContext } from '../context.js';
import { findCurrency, readFacts, targetOf } from './readFacts.js';
import { suggestRebalances } from './suggestRebalances.js';

/** Makes a function that writes the chain's targets and suggestions, where they have changed. */
export function createTargetReport(context: ChainContext): () => Promise<void> {
  const { chain, chains, settlement } = context;
  let written: string | undefined;
  const targeted = (isWanted: (end: LaneEnd, assetId: string) => boolean): readonly LaneEnd[] =>
    chains.all.flatMap((listed) =>
      listed.assets
        .filter((asset) => targetOf(context, { chain: listed, asset }) !== undefined)
        .map((asset) => ({ id: asset.id, end: { chainId: listed.id, currency: asset.address } }))
        .filter(({ end, id }) => isWanted(end, id))
        .map(({ end }) => end),
    );
  return async () => {
    const own = targeted(({ chainId }) => chainId === chain.id);
    if (own.length === 0 && written === undefined) {
      await settlement.rebalances.report(chain.id, []);
      written = '';
    }
    if (own.length === 0) return;
    const targets = suggestRebalances(await readFacts(context, settlement), {
      own,
      others: (end) => {
        const asset = findCurrency(context, end)?.asset.id;
        return targeted(({ chainId }, id) => chainId !== end.chainId && id === asset);
      },
    });
    const text = targets
      .map(({ currency, target, suggestion: { amount, from, path } = {} }) =>
        [currency, target, amount, from, path].map(String).join(' '),
      )
      .join('\n');
    if (text === written) return;
    await settlement.rebalances.report(chain.id, targets);
    written = text;
  };
}
