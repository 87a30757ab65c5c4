/**
 * Operator that a feed takes its word from: the pools of a chain for `pool@base` and `twap@base`,
 * Chainlink for `chainlink@base` and `chainlink@optimism` alike, and the feed itself otherwise.
 */
export function sourceOf(feed: string): string {
  const [name = feed, slug] = feed.split('@');
  if (slug === undefined || name === 'chainlink') return name;
  return `pools@${slug}`;
}
