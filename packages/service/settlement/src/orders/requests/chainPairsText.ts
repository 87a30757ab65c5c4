import type { RequestsQuery } from './requestsQuery.js';

/** Parameters that name the chains of a pair; a side that is left out may be any chain. */
export interface ChainPair {
  readonly origin?: string;
  readonly destination?: string;
}

/** Pairs of chains that a query asks for: one, or one for each side on which a chain may stand. */
export function chainPairsOf(
  { chainId, originChainId, destinationChainId }: RequestsQuery,
  bind: (value: unknown) => string,
): readonly ChainPair[] {
  const asked: ChainPair = {
    ...(originChainId === undefined ? {} : { origin: bind(originChainId) }),
    ...(destinationChainId === undefined ? {} : { destination: bind(destinationChainId) }),
  };
  if (chainId === undefined) return [asked];
  const chain = bind(chainId);
  // A side that is asked for twice must be both.
  return [
    { ...asked, origin: asked.origin === undefined ? chain : both(asked.origin, chain) },
    {
      ...asked,
      destination: asked.destination === undefined ? chain : both(asked.destination, chain),
    },
  ];
}

function both(one: string, other: string): string {
  return `case when ${one}::bigint = ${other}::bigint then ${one}::bigint end`;
}

/** The conditions on the requests `r` of a pair. */
export function pairConditions({ origin, destination }: ChainPair): readonly string[] {
  return [
    ...(origin === undefined ? [] : [`r.origin_chain_id = ${origin}`]),
    ...(destination === undefined ? [] : [`r.destination_chain_id = ${destination}`]),
  ];
}

/** Only one side of the pair is known. */
export function isOneSided({ origin, destination }: ChainPair): boolean {
  return (origin === undefined) !== (destination === undefined);
}

/**
 * Reads a page of each pair with a known side, for an index by origin, destination and time: the
 * pairs that there are come out of the index alone, one step for each, and each of them is read in
 * the order of the page. So one index serves every filter by chains.
 *
 * @param select - The statement of one pair's page, given its conditions.
 */
export function eachPairText(
  { origin, destination }: ChainPair,
  select: (conditions: readonly string[]) => string,
): string {
  const next = (condition: string): string => {
    const conditions = [
      ...(origin === undefined ? [] : [`origin_chain_id = ${origin}`]),
      ...(condition === '' ? [] : [condition]),
    ];
    return `select origin_chain_id, destination_chain_id from requests${conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`} order by origin_chain_id, destination_chain_id limit 1`;
  };
  const columns = '(r.origin_chain_id, r.destination_chain_id)';
  const found = '(pairs.origin_chain_id, pairs.destination_chain_id)';
  // Two bounds instead of an equation: behind that, the planner would take the index of time alone.
  const page = select([`${columns} >= ${found}`, `${columns} <= ${found}`]);
  return `with recursive pairs as (
    (${next('')}) union all
    select following.* from pairs cross join lateral (${next('(origin_chain_id, destination_chain_id) > (pairs.origin_chain_id, pairs.destination_chain_id)')}) following
  ) select page.id, page.time from pairs cross join lateral (${page}) page${destination === undefined ? '' : ` where pairs.destination_chain_id = ${destination}`}`;
}
