import type { ChainInfo } from '@portage/sdk';

/** Address of a transaction in the explorer of its chain; only web addresses become links. */
export function transactionUrl(
  { explorerUrl, explorerPaths, explorerQueryParams = {} }: ChainInfo,
  hash: string,
): string | undefined {
  if (!/^https?:\/\//.test(explorerUrl)) return undefined;
  const path = (explorerPaths?.transaction ?? '/tx/{TX_HASH}').replace(
    '{TX_HASH}',
    encodeURIComponent(hash),
  );
  const url = new URL(explorerUrl.replace(/\/$/, '') + path);
  for (const [name, value] of Object.entries(explorerQueryParams))
    url.searchParams.set(name, value);
  return url.toString();
}
