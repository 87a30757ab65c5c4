import { Money } from '@portage/core';
import type { Chain } from '@portage/core/chain';
import { findOutage, type EndpointState } from '@portage/core/plugin';
import { Gauge, type Registry } from 'prom-client';
import type { MetricsOptions } from './metricsOptions.js';

/** Parts that gauges of chains share. */
interface ChainGauges {
  readonly registers: Registry[];
  readonly each: (write: (chain: Chain) => void) => void;
  readonly ageSeconds: (observedAt: number) => number;
}

/**
 * Registers metrics of chains and streams. They are read from memory on demand; ages tell when a
 * value is stale.
 */
export function registerChainMetrics(
  registers: Registry[],
  { chains, streams, now }: Pick<MetricsOptions, 'chains' | 'streams' | 'now'>,
): void {
  const labelNames = ['chain'];
  const each = (write: (chain: Chain) => void): void => {
    for (const chain of chains.all) write(chain);
  };
  const ageSeconds = (observedAt: number): number => Math.max(0, now() - observedAt) / 1000;
  new Gauge({
    name: 'portage_chain_height',
    help: 'Height of the newest block that was seen.',
    labelNames,
    registers,
    collect() {
      each(({ slug, observe }) => {
        const tip = observe.tip();
        if (tip !== undefined) this.set({ chain: slug }, tip.value.height);
      });
    },
  });
  new Gauge({
    name: 'portage_chain_tip_age_seconds',
    help: 'Time since the newest block was seen.',
    labelNames,
    registers,
    collect() {
      each(({ slug, observe }) => {
        const tip = observe.tip();
        if (tip !== undefined) this.set({ chain: slug }, ageSeconds(tip.observedAt));
      });
    },
  });
  registerConnectionMetrics({ registers, each });
  registerBalanceMetrics({ registers, each, ageSeconds });
  new Gauge({
    name: 'portage_status_streams',
    help: 'Open status streams.',
    registers,
    collect() {
      this.set(streams());
    },
  });
}

/** Registers which chains are open, and which endpoints are believed. */
function registerConnectionMetrics({
  registers,
  each,
}: Pick<ChainGauges, 'registers' | 'each'>): void {
  new Gauge({
    name: 'portage_chain_open',
    help: '1 for a chain on which enough endpoints can be believed; else nothing is done on it.',
    labelNames: ['chain'],
    registers,
    collect() {
      each((chain) => this.set({ chain: chain.slug }, findOutage(chain) === undefined ? 1 : 0));
    },
  });
  const labelNames = ['chain', 'endpoint'];
  const eachEndpoint = (write: (chain: string, state: EndpointState) => void): void =>
    each(({ slug, connection }) => {
      for (const state of connection?.endpoints() ?? []) write(slug, state);
    });
  new Gauge({
    name: 'portage_endpoint_up',
    help: '1 for an endpoint that answers and serves the chain.',
    labelNames,
    registers,
    collect() {
      eachEndpoint((chain, { endpoint, fault }) =>
        this.set({ chain, endpoint }, fault === undefined ? 1 : 0),
      );
    },
  });
}

/** Registers what the solver can spend, and how old that knowledge is. */
function registerBalanceMetrics({ registers, each, ageSeconds }: ChainGauges): void {
  new Gauge({
    name: 'portage_solver_balance',
    help: 'What the solver can spend, in whole units of the currency.',
    labelNames: ['chain', 'currency'],
    registers,
    collect() {
      each(({ slug, assets, balances }) => {
        for (const { id, address, decimals } of assets) {
          const seen = balances.spendable(address);
          // For alarms and charts; the ledger has the exact amount.
          if (seen !== undefined)
            this.set({ chain: slug, currency: id }, Number(Money.format(seen.value, decimals)));
        }
      });
    },
  });
  new Gauge({
    name: 'portage_solver_balance_unreadable',
    help: '1 for a currency whose balance cannot be read: it is neither quoted nor spent.',
    labelNames: ['chain', 'currency'],
    registers,
    collect() {
      each(({ slug, assets, balances }) => {
        for (const { id, address } of assets)
          this.set(
            { chain: slug, currency: id },
            balances.unreadable?.(address) === undefined ? 0 : 1,
          );
      });
    },
  });
  new Gauge({
    name: 'portage_solver_balance_age_seconds',
    help: 'Time since the oldest of the solver’s balances was read.',
    labelNames: ['chain'],
    registers,
    collect() {
      each(({ slug, assets, balances }) => {
        const ages = assets
          .flatMap(({ address }) => balances.spendable(address)?.observedAt ?? [])
          .map(ageSeconds);
        if (ages.length > 0) this.set({ chain: slug }, Math.max(...ages));
      });
    },
  });
}
