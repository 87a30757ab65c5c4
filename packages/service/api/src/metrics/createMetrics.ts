import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { noClockWatch } from '../clock/clockWatch.js';
import type { MetricsOptions } from './metricsOptions.js';
import { registerChainMetrics } from './registerChainMetrics.js';
import { registerClockMetrics } from './registerClockMetrics.js';
import { registerEndpointMetrics } from './registerEndpointMetrics.js';
import { registerLagMetrics } from './registerLagMetrics.js';
import { registerPriceMetrics } from './registerPriceMetrics.js';
import { registerProfitMetrics } from './registerProfitMetrics.js';
import { registerStoreMetrics } from './registerStoreMetrics.js';

/** Answered call. Every member has few values, whatever callers send. */
export interface AnsweredCall {
  /** Path of the endpoint as registered; `unknown` for any other path. */
  readonly endpoint: string;
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
  /** Error code of the answer. */
  readonly errorCode: string | undefined;
}

/** Prometheus metrics of a server. */
export interface Metrics {
  /** Counts a call; about a microsecond. */
  observe(call: AnsweredCall): void;
  readonly contentType: string;
  /** Present metrics in Prometheus' text format. */
  text(): Promise<string>;
}

/** Usual durations of answers, in seconds: from a status in memory to a read from a chain. */
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const quote = '/quote/v2';

/**
 * Creates the metrics of one server, in their own registry. Names follow the conventions of
 * Prometheus: the standard name for the duration of requests, the prefix `portage_` for Portage's
 * own.
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
  new Gauge({
    name: 'portage_build_info',
    help: 'The version that runs; always 1.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: options.version, node: process.version }, 1);
  options.fills?.register(registry);
  options.standing?.register(registry);
  const commits = new Histogram({
    name: 'portage_commit_seconds',
    help: 'Time until a write was durable, on a synchronous standby too where there is one.',
    buckets,
    registers,
  });
  options.commits?.observe((seconds) => commits.observe(seconds));
  registerChainMetrics(registers, options);
  registerLagMetrics(registers, options);
  registerEndpointMetrics(registers, options.chains);
  registerClockMetrics(registers, options.clock ?? noClockWatch);
  registerPriceMetrics(registers, options);
  registerStoreMetrics(registers, options);
  registerProfitMetrics(registers, options);
  let hasDefaults = false;
  return {
    observe: ({ endpoint, method, status, seconds, errorCode }) => {
      durations.observe({ endpoint, method, status }, seconds);
      if (endpoint === quote && method === 'POST') quotes.inc({ result: errorCode ?? 'OK' });
    },
    contentType: registry.contentType,
    text: () => {
      // Default metrics watch the event loop and the garbage collector. Only servers whose metrics
      // are read should pay for that.
      if (!hasDefaults) collectDefaultMetrics({ register: registry });
      hasDefaults = true;
      return registry.metrics();
    },
  };
}
