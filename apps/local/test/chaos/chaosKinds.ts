import type { Hex } from 'viem';
import { orderKinds, type OrderKind } from '../soak/orderKinds.js';
import type { ChaosApp } from './createChaosApp.js';
import type { Jam } from './createJam.js';

/** Orders of a soak, and those that reach the other families and the other points of a worker. */
export function chaosKinds(
  collectible: Hex,
  { app, jam }: { readonly app: ChaosApp; readonly jam: Jam },
): readonly OrderKind[] {
  const paid = { end: 'success' } as const;
  const more: readonly OrderKind[] = [
    { name: 'BTC to USDC', from: 'btc@bitcoin', to: 'usdc@base', amount: '0.004', ...paid },
    { name: 'ETH to BTC', from: 'eth@optimism', to: 'btc@bitcoin', amount: '0.1', ...paid },
    { name: 'exchange deposit', from: 'usdc@base', to: 'usdc@lighter', amount: '40', ...paid },
    { name: 'exchange withdrawal', from: 'usdc@lighter', to: 'usdc@base', amount: '30', ...paid },
    {
      name: 'app fee',
      from: 'usdc@base',
      to: 'usdc@optimism',
      amount: '2000',
      members: () => ({ appFees: [{ recipient: app.wallet, fee: '5000' }] }),
      ...paid,
    },
    {
      name: 'fast fill',
      from: 'btc@bitcoin',
      to: 'usdc@optimism',
      amount: '0.02',
      onQuote: app.askForFastFill,
      ...paid,
    },
    {
      name: 'external liquidity',
      from: 'usdt@base',
      to: 'usdt@optimism',
      amount: '12000',
      members: () => ({ useExternalLiquidity: true }),
      ...paid,
    },
    {
      name: 'sponsored',
      from: 'usdc@optimism',
      to: 'usdc@base',
      amount: '20',
      members: () => ({ subsidizeFees: true }),
      apiKey: app.sponsorKey,
      ...paid,
    },
    {
      name: 'little time',
      from: 'eth@base',
      to: 'eth@optimism',
      amount: '0.05',
      members: () => ({ ttl: 6 }),
      ...paid,
    },
    {
      name: 'permit out of time',
      from: 'usdc@optimism',
      to: 'usdc@base',
      amount: '25',
      // Long enough for its call to be sent, and over before the jam is.
      members: () => ({ usePermit: true, ttl: 10 }),
      onQuote: jam.begin,
      ...paid,
    },
  ];
  return interleave(orderKinds(collectible), more);
}

/** Elements of two lists in turn, then the rest of the longer one. */
function interleave<T>(one: readonly T[], other: readonly T[]): readonly T[] {
  const length = Math.max(one.length, other.length);
  return Array.from({ length }, (_, index) => [
    ...one.slice(index, index + 1),
    ...other.slice(index, index + 1),
  ]).flat();
}
