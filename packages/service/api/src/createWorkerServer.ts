import type { Chains, PriceSource } from '@portage/core/chain';
import Fastify from 'fastify';
import type { ClockWatch } from './clock/clockWatch.js';
import type { ServerLog } from './log.js';
import type { FillTimes } from './metrics/createFillTimes.js';
import type { StandingTransactions } from './metrics/createStandingTransactions.js';
import { createMetrics } from './metrics/createMetrics.js';
import type { MetricsOptions, MetricsStore } from './metrics/metricsOptions.js';
import { registerMetrics } from './metrics/registerMetrics.js';
import { createAnswerError, registerErrors } from './registerErrors.js';
import { createHealth, type HealthStore } from './routes/health.js';
import { createReadiness } from './probes/readiness.js';
import { registerProbes } from './probes/registerProbes.js';
import type { Server } from './createServer.js';

/** Parts of a process that runs workers and no API. */
export interface WorkerServerOptions {
  readonly chains: Chains;
  readonly prices: PriceSource;
  readonly store: HealthStore & MetricsStore;
  /** Times of the process's durable commits, for the metrics. */
  readonly commits?: MetricsOptions['commits'];
  readonly version: string;
  /** Times of the fills of this process. */
  readonly fills?: FillTimes | undefined;
  /** Transactions of this process that keep a fee which blocks pass over. */
  readonly standing?: StandingTransactions | undefined;
  readonly log: ServerLog;
  /** The clock of the process, held against others; by default against none. */
  readonly clock?: ClockWatch | undefined;
  /** Milliseconds since 1970; by default the system's clock. */
  readonly now?: (() => number) | undefined;
}

/**
 * Creates the HTTP server of a worker, for its operator alone: `GET /live`, `/ready`, `/health` and
 * `/metrics`.
 *
 * @example
 * ```ts
 * const server = await createWorkerServer({ chains, prices, store, version: '1.0.0', log });
 * const url = await server.listen({ host: '127.0.0.1', port: 4001 });
 * ```
 */
export async function createWorkerServer(
  options: WorkerServerOptions,
): Promise<Omit<Server, 'streams' | 'sockets'>> {
  const { chains, prices, store, commits, version, log, clock, now = Date.now } = options;
  const app = Fastify({ forceCloseConnections: true, return503OnClosing: false });
  const readiness = createReadiness({ ping: () => store.ping(), now });
  registerErrors(app, createAnswerError(log));
  registerProbes(app, readiness);
  const onError = (error: unknown): void => {
    log.error({ err: error }, 'numbers for GET /metrics could not be read');
  };
  registerMetrics(
    app,
    createMetrics({
      chains,
      prices,
      store,
      commits,
      version,
      fills: options.fills,
      standing: options.standing,
      clock,
      now,
      onError,
      streams: () => 0,
    }),
    log,
  );
  app.decorateReply('errorCode', undefined);
  const health = createHealth({ chains, store, version, clock, now });
  app.get('/health', (_, reply) => health(reply));
  await app.ready();
  return {
    // Its answers are of this process alone, so the port is as well.
    listen: ({ port, host }) => app.listen({ port, host, exclusive: true }),
    inject: (request) => app.inject(request),
    drain: () => {
      readiness.drain();
    },
    close: async () => {
      await app.close();
    },
  };
}
