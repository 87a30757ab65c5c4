import type { Chains } from '@portage/core/chain';

/**
 * Content security policy of the app. It runs no script but its own files, and talks to this
 * server, to the endpoints of the chains that wallets use, and to what else is named. Libraries set
 * styles of single elements.
 */
export function appPolicy(chains: Chains, others: readonly string[]): string {
  const endpoints = chains.all.flatMap(({ info }) => [info.httpRpcUrl, info.wsRpcUrl]);
  const origins = [...endpoints, ...others].flatMap((url) =>
    URL.canParse(url) ? [new URL(url).origin] : [],
  );
  return [
    "default-src 'none'",
    "base-uri 'none'",
    `connect-src ${["'self'", ...new Set(origins)].join(' ')}`,
    "font-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "img-src 'self' data: https:",
    "manifest-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
  ].join('; ');
}
