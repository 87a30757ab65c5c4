import { Money } from '@portage/core';
import type { Chain } from '@portage/core/chain';
import type { BridgeEnd, RebalanceLane, RebalancePath } from '@portage/core/plugin';

/** A chain with its end of a bridge. */
interface PlacedEnd {
  readonly chain: Pick<Chain, 'id' | 'assets'>;
  readonly end: BridgeEnd;
}

/**
 * Paths by the canonical bridges of chains: ends of one name are connected in both directions, for
 * the assets that both of them move. Pure.
 */
export function bridgePaths(
  chains: readonly Pick<Chain, 'id' | 'assets' | 'bridges'>[],
): readonly RebalancePath[] {
  const ends = chains.flatMap((chain) =>
    (chain.bridges ?? []).map((end): PlacedEnd => ({ chain, end })),
  );
  const names = [...new Set(ends.map(({ end }) => end.name))];
  return names.map((name) =>
    bridgePath(
      name,
      ends.filter(({ end }) => end.name === name),
    ),
  );
}

function bridgePath(name: string, ends: readonly PlacedEnd[]): RebalancePath {
  const endOf = (chainId: number): BridgeEnd => {
    const found = ends.find(({ chain }) => chain.id === chainId);
    if (found === undefined)
      throw new Error(`The bridge ${name} has no end on ${String(chainId)}.`);
    return found.end;
  };
  return {
    name,
    lanes: ends.flatMap((from) =>
      ends.filter((to) => to !== from).flatMap((to) => lanesBetween(from, to)),
    ),
    quote: ({ origin }, received) => {
      const { feeBps, seconds, gas } = endOf(origin.chainId);
      const amount = Money.mulDivUp(received, Money.wholeBps, Money.wholeBps - feeBps);
      return { amount, seconds, gas };
    },
    send: (rebalance) => endOf(rebalance.lane.origin.chainId).send(rebalance),
    delivery: (rebalance, signal) =>
      endOf(rebalance.lane.destination.chainId).delivery(rebalance, signal),
  };
}

/** Lanes for the assets that both ends move, with one number of decimals. */
function lanesBetween(from: PlacedEnd, to: PlacedEnd): readonly RebalanceLane[] {
  return from.end.assets.flatMap((id) => {
    const [given, taken] = [from, to].map(({ chain, end }) =>
      end.assets.includes(id) ? chain.assets.find((asset) => asset.id === id) : undefined,
    );
    return given === undefined || taken === undefined || given.decimals !== taken.decimals
      ? []
      : [
          {
            origin: { chainId: from.chain.id, currency: given.address },
            destination: { chainId: to.chain.id, currency: taken.address },
          },
        ];
  });
}
