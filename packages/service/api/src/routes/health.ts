import type { Health } from '@portage/core';
import type { Chain } from '@portage/core/chain';
import type { FastifyReply } from 'fastify';
import { findOutage } from '@portage/core/plugin';
import { isLagging } from '../status/isLagging.js';
import type { Route, RouteContext, RouteStore } from './context.js';

/** For how long an answer is given again: frequent calls cost no query. */
const freshMs = 500;

/**
 * `GET /health`: 200 while the database answers, whatever the chains do; else 503 with the same
 * body.
 */
export const health: Route<'health'> = (context) => {
  const answer = createHealth(context);
  return (_, reply) => answer(reply);
};

/** Part of settlement that the health reads. */
export interface HealthStore extends Pick<RouteStore, 'ping'> {
  readonly chains: Pick<RouteStore['chains'], 'read'>;
}

/** Parts of a process that its health is read from. */
export interface HealthContext extends Pick<RouteContext, 'chains' | 'version' | 'clock' | 'now'> {
  readonly store: HealthStore;
}

/** Makes the function that answers `GET /health`. */
export function createHealth(context: HealthContext): (reply: FastifyReply) => Promise<Health> {
  let last: { readonly at: number; readonly health: Promise<Health> } | undefined;
  return async (reply) => {
    const at = context.now();
    if (last === undefined || at - last.at >= freshMs) last = { at, health: readHealth(context) };
    const known = await last.health;
    reply.header('cache-control', 'no-store');
    if (known.database !== 'ok') reply.code(503).header('retry-after', '1');
    return known;
  };
}

/** Reads how the service and its chains are. */
export async function readHealth(context: HealthContext): Promise<Health> {
  const { store, chains, version } = context;
  const isUp = await store.ping().then(
    () => true,
    () => false,
  );
  const states = await Promise.all(
    chains.all.map((chain) => readChainHealth(chain, isUp, context)),
  );
  const clockFault = context.clock?.fault();
  const isWell =
    isUp &&
    clockFault === undefined &&
    states.every((state) => state.status === 'ok') &&
    chains.all.every((chain) => endpointFaults(chain).length === 0);
  return {
    status: isWell ? 'ok' : 'degraded',
    version,
    database: isUp ? 'ok' : 'down',
    ...(clockFault === undefined ? {} : { warnings: [clockFault] }),
    chains: states,
  };
}

/** A sentence about each currency whose balance cannot be read. */
function unreadableAssets({ assets, balances }: Chain): readonly string[] {
  return assets.flatMap(({ symbol, address }) => {
    const fault = balances.unreadable?.(address);
    return fault === undefined
      ? []
      : [`${symbol} is neither quoted nor spent, its balance cannot be read: ${fault}`];
  });
}

/** A sentence about each endpoint that is not believed for now. */
function endpointFaults({ connection }: Chain): readonly string[] {
  return connection?.endpoints().flatMap(({ fault }) => fault ?? []) ?? [];
}

async function readChainHealth(
  chain: Chain,
  isUp: boolean,
  { store, now }: HealthContext,
): Promise<Health['chains'][number]> {
  const tip = chain.observe.tip();
  const { id, slug } = chain;
  const known = isUp ? await store.chains.read(id).catch(() => undefined) : undefined;
  const faults = [
    ...(chain.warnings ?? []),
    ...endpointFaults(chain),
    ...unreadableAssets(chain),
    ...(known?.limits ?? []),
  ];
  const warnings = faults.length === 0 ? {} : { warnings: faults };
  const seen = {
    id,
    slug,
    height: tip?.value.height ?? 0,
    ageMs: tip === undefined ? 0 : Math.max(0, now() - tip.observedAt),
    ...warnings,
  };
  const reason = known?.haltedReason;
  if (reason !== undefined) return { ...seen, status: 'halted', reason };
  const outage = findOutage(chain);
  if (outage !== undefined) return { ...seen, status: 'down', reason: outage };
  if (tip === undefined) return { ...seen, status: 'lagging', reason: 'No block was seen yet.' };
  return isLagging(chain, now())
    ? { ...seen, status: 'lagging', reason: 'No new block was seen for a while.' }
    : { ...seen, status: 'ok' };
}
