import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import type { MetricsOptions } from './metricsOptions.js';
import { registerChainMetrics } from './registerChainMetrics.js';
import { registerPriceMetrics } from './registerPriceMetrics.js';
import { registerStoreMetrics } from './registerStoreMetrics.js';

/** One call that was answered. Every member has few values, whatever callers send. */
export interface AnsweredCall {
  /** Path of the endpoint as it was registered; `unknown` for any other address. */
  readonly endpoint: string;
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
  /** Code of the error that was answered. */
  readonly errorCode: string | undefined;
}

/** Numbers of a server for Prometheus. */
export interface Metrics {
  /** Counts a call; about a microsecond. */
  observe(call: AnsweredCall): void;
  readonly contentType: string;
  /** The numbers of now in Prometheus' text format. */
  text(): Promise<string>;
}

/** Where answers usually fall: from a status out of memory to a chain that is asked. */
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const quote = '/quote/v2';

/**
 * Makes the numbers of one server, in a registry of their own. Names follow the conventions of
 * Prometheus: the duration of requests as everywhere, what is Portage's own with the prefix
 * `portage_`.
 */
export function createMetrics(options: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer.',
    labelNames: ['endpoint', 'method', 'status'],
    buckets,
    registers,
  });
  const quotes = new Counter({
    name: 'portage_quotes_total',
    help: 'Answers of POST /quote/v2 by their code; OK for a quote.',
    labelNames: ['result'],
    registers,
  });
  registerChainMetrics(registers, options);
  registerPriceMetrics(registers, options);
  registerStoreMetrics(registers, options);
  let hasDefaults = false;
  return {
    observe: ({ endpoint, method, status, seconds, errorCode }) => {
      durations.observe({ endpoint, method, status }, seconds);
      if (endpoint === quote && method === 'POST') quotes.inc({ result: errorCode ?? 'OK' });
    },
    contentType: registry.contentType,
    text: () => {
      // They watch the event loop and the garbage collector, which only servers that are asked
      // should pay for.
      if (!hasDefaults) collectDefaultMetrics({ register: registry });
      hasDefaults = true;
      return registry.metrics();
    },
  };
}
