import type { Chains } from '@portage/core/chain';
import { Counter, Gauge, type Registry } from 'prom-client';

/** Registers what became of the calls to each endpoint, and how often one told something else. */
export function registerEndpointMetrics(registers: Registry[], { all }: Chains): void {
  new Counter({
    name: 'portage_rpc_requests_total',
    help: 'Requests to an endpoint of a chain: ok, refused by it, or failed.',
    labelNames: ['chain', 'endpoint', 'outcome'],
    registers,
    collect() {
      this.reset();
      for (const { slug: chain, endpoints } of all)
        for (const { host: endpoint, answered, refused, failed } of endpoints?.() ?? []) {
          this.inc({ chain, endpoint, outcome: 'ok' }, answered - refused);
          this.inc({ chain, endpoint, outcome: 'refused' }, refused);
          this.inc({ chain, endpoint, outcome: 'failed' }, failed);
        }
    },
  });
  new Counter({
    name: 'portage_endpoint_refusals_total',
    help: 'Refusals of an endpoint by their kind; those of contracts are answers.',
    labelNames: ['chain', 'endpoint', 'kind'],
    registers,
    collect() {
      this.reset();
      for (const { slug: chain, connection } of all)
        for (const { endpoint, refusals } of connection?.endpoints() ?? [])
          for (const [kind, times] of refusals ?? [])
            this.inc({ chain, endpoint: new URL(endpoint).host, kind }, times);
    },
  });
  new Gauge({
    name: 'portage_endpoint_lacks',
    help: '1 for a property that an endpoint is known to lack, such as finalized or a method.',
    labelNames: ['chain', 'endpoint', 'property'],
    registers,
    collect() {
      this.reset();
      for (const { slug: chain, connection } of all)
        for (const { endpoint, lacks } of connection?.endpoints() ?? [])
          for (const property of lacks ?? [])
            this.set({ chain, endpoint: new URL(endpoint).host, property }, 1);
    },
  });
  new Counter({
    name: 'portage_endpoint_dissents_total',
    help: 'Answers of an endpoint that differ from what a quorum told, by the question.',
    labelNames: ['chain', 'endpoint', 'question'],
    registers,
    collect() {
      this.reset();
      for (const { slug: chain, endpoints } of all)
        for (const { host: endpoint, dissents } of endpoints?.() ?? [])
          for (const [question, times] of dissents) this.inc({ chain, endpoint, question }, times);
    },
  });
}
