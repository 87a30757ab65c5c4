import { randomBytes } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';
import {
  createAccess,
  defaultLimits,
  noKeys,
  type AccessOptions,
  type Limits,
} from '@portage/access';
import type { Chains, PriceSource } from '@portage/core/chain';
import type { Facade, RebalancePath } from '@portage/core/plugin';
import type { Quoter, Restrictions } from '@portage/quoter';
import Fastify, {
  type FastifyHttpOptions,
  type FastifyInstance,
  type InjectOptions,
  type LightMyRequestResponse,
} from 'fastify';
import { registerApp, type AppOptions } from './app/registerApp.js';
import { registerDocsSite, type DocsOptions } from './app/registerDocsSite.js';
import { writeClientError } from './clientErrors.js';
import { registerFacades } from './facades/registerFacades.js';
import { limitConnections } from './limits/limitConnections.js';
import { createReindexGate, type Reindex } from './limits/createReindexGate.js';
import { createTraceGate, type Tracer } from './limits/createTraceGate.js';
import type { ClockWatch } from './clock/clockWatch.js';
import type { ServerLog } from './log.js';
import type { FillTimes } from './metrics/createFillTimes.js';
import type { StandingTransactions } from './metrics/createStandingTransactions.js';
import { createMetrics, type Metrics } from './metrics/createMetrics.js';
import { registerMetrics } from './metrics/registerMetrics.js';
import type { MetricsOptions, MetricsStore } from './metrics/metricsOptions.js';
import { registerDocs } from './openapi/registerDocs.js';
import { registerPage } from './page/registerPage.js';
import { createReadiness } from './probes/readiness.js';
import { registerProbes } from './probes/registerProbes.js';
import { registerBodies } from './registerBodies.js';
import { registerCors } from './registerCors.js';
import { createAnswerError, registerErrors } from './registerErrors.js';
import { registerRoutes } from './registerRoutes.js';
import type { AnswerListener } from './routes/answerListener.js';
import type { RoutePolicy, RouteStore } from './routes/context.js';
import type { OwnerClaims } from './routes/ownerClaims.js';
import type { OwnerWithdrawals } from './routes/ownerWithdrawals.js';
import type { FastFills } from './routes/fastFills.js';
import type { Submissions } from './routes/submissions.js';
import type { WebhookParts } from './routes/webhooks/webhookParts.js';
import { createSockets } from './sockets/createSockets.js';
import { registerSockets } from './sockets/registerSockets.js';
import { createHeldStatuses } from './status/createHeldStatuses.js';
import { createStatusStreams, type StatusStreams } from './status/createStatusStreams.js';

/** Parts and settings of a server. */
export interface ServerOptions {
  readonly chains: Chains;
  readonly quoter: Pick<Quoter, 'quote'>;
  readonly store: RouteStore & MetricsStore;
  /** Times of the process's durable commits, for the metrics. */
  readonly commits?: MetricsOptions['commits'];
  /** Restrictions of quotes for now, the same as the quoter's; by default nothing is refused. */
  readonly restrictions?: Restrictions | undefined;
  /** Paths by which the solver brings what it lacks; by default there are none. */
  readonly paths?: (() => readonly RebalancePath[]) | undefined;
  /** Prices in memory for USD values, the same as the quoter's. */
  readonly prices: PriceSource;
  /** Policy of the quoter, or the part of it that routes read. */
  readonly policy: RoutePolicy;
  readonly indexer: Tracer;
  /** Looks at deposit addresses; without it the service has none. */
  readonly reindex?: Reindex | undefined;
  /** Takes what payers signed; without it nothing is paid by signature. */
  readonly submissions?: Submissions | undefined;
  /** Takes what owners signed; by default nothing is withdrawn. */
  readonly withdrawals?: OwnerWithdrawals | undefined;
  /** Takes what wallets with app fees claim; by default nothing is. */
  readonly claims?: OwnerClaims | undefined;
  /** Takes demands for payouts before deposits are final; without it there are none. */
  readonly fastFills?: FastFills | undefined;
  /** Subscriptions of owners of keys; by default no event is delivered. */
  readonly webhookParts?: WebhookParts | undefined;
  /**
   * Keys, usage and rate limits. Without them every key is rejected, and no call is counted or
   * limited.
   */
  readonly access?: AccessOptions | undefined;
  /** Version of the service, as `GET /health` and the OpenAPI document report it. */
  readonly version: string;
  /** Times of the fills of this process; absent where it makes none. */
  readonly fills?: FillTimes | undefined;
  /** Transactions of this process that keep a fee which blocks pass over. */
  readonly standing?: StandingTransactions | undefined;
  readonly log: ServerLog;
  readonly limits?: Partial<Limits> | undefined;
  /**
   * Addresses or networks of trusted proxies, separated by commas: their `X-Forwarded-For` is
   * believed. By default none is trusted, and limits for each address count the peer of the
   * connection.
   */
  readonly trustedProxies?: string | undefined;
  /** The clock of the process, held against others; by default against none. */
  readonly clock?: ClockWatch | undefined;
  /** App at `GET /`; by default the status page is there. */
  readonly app?: AppOptions | undefined;
  /** Documentation at `GET /docs`; by default the page of the API alone is there. */
  readonly docs?: DocsOptions | undefined;
  /** Interfaces of other services in front of this one; by default none. */
  readonly facades?: readonly Facade[] | undefined;
  /** Milliseconds since 1970; by default the system's clock. */
  readonly now?: (() => number) | undefined;
  /** Called with each answer of an endpoint before it is sent, for tests. */
  readonly onAnswer?: AnswerListener | undefined;
}

/** HTTP server, before or after it listens. */
export interface Server {
  /** Starts to listen and returns the base address. Port 0 takes any free port. */
  listen(options: { readonly port: number; readonly host: string }): Promise<string>;
  /** Calls a route without a socket, for tests. */
  inject(options: InjectOptions): Promise<LightMyRequestResponse>;
  /** Number of open status streams. */
  streams(): number;
  /** Number of open WebSockets. */
  sockets(): number;
  /**
   * Tells balancers (`GET /ready`) to send no more calls, and still answers those that come. Call
   * `close` once they have noticed.
   */
  drain(): void;
  /** Stops accepting, ends all streams, and waits for open calls. */
  close(): Promise<void>;
}

/**
 * Creates the HTTP service: every endpoint of the table in core at its path, `GET /openapi.json`
 * and `GET /docs`.
 *
 * @see docs/spec/README.md#endpoints
 * @example
 * ```ts
 * const parts = { chains, quoter, prices, policy, store, indexer };
 * const server = await createServer({ ...parts, version: '1.0.0', log });
 * const url = await server.listen({ host: '127.0.0.1', port: 4000 });
 * await server.close();
 * ```
 */
export async function createServer(options: ServerOptions): Promise<Server> {
  const limits: Limits = { ...defaultLimits, ...options.limits };
  const now = options.now ?? Date.now;
  const streams = createStatusStreams({ store: options.store, limits, now });
  const heldStatuses = createHeldStatuses({ ...options, now });
  const traces = createTraceGate(options.indexer, { limits, now });
  const access = createAccess(options.access ?? noKeys, { now, log: options.log });
  const app = createApp(options, limits);
  const sockets = createSockets({ ...options, access, limits, now });
  // Streams would hold the server open, so they are ended first.
  app.addHook('preClose', (done) => {
    sockets.close();
    streams.close();
    heldStatuses.close();
    done();
  });
  registerBodies(app);
  const readiness = createReadiness({ ping: () => options.store.ping(), now });
  registerProbes(app, readiness);
  registerCors(app);
  registerMetrics(app, metricsOf(options, streams, now), options.log);
  await registerAllDocs(app, options);
  registerPage(app, { hasApp: options.app !== undefined });
  if (options.app !== undefined) registerApp(app, options.app, options.chains);
  const { chains, quoter, prices, policy, store, version, clock } = options;
  registerSockets(app, { sockets, access, limits });
  registerRoutes(app, {
    chains,
    quoter,
    prices,
    policy,
    restrictions: options.restrictions ?? {},
    paths: options.paths ?? (() => []),
    store,
    traces,
    reindex: createReindexGate(options.reindex, { limits, now }),
    submissions: options.submissions,
    withdrawals: options.withdrawals,
    claims: options.claims,
    fastFills: options.fastFills,
    webhookParts: options.webhookParts,
    streams,
    heldStatuses,
    access,
    version,
    clock,
    now,
    onAnswer: options.onAnswer,
  });
  registerFacades(app, options.facades ?? [], options.log);
  await app.ready();
  return {
    listen: ({ port, host }) => app.listen({ port, host }),
    inject: (request) => app.inject(request),
    streams: () => streams.count(),
    sockets: () => sockets.count(),
    drain: () => {
      readiness.drain();
    },
    close: async () => {
      await closeWithin(app, limits.closeMsMax);
      await access.close();
    },
  };
}

/** The framework with what holds for every call. */
function createApp({ log, trustedProxies }: ServerOptions, limits: Limits): FastifyInstance {
  const answerError = createAnswerError(log);
  const app: FastifyInstance = Fastify({
    ...fastifyOptions(limits, trustedProxies),
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  });
  limitConnections(app.server, { limits, isBehindProxies: trustedProxies !== undefined });
  // Node would answer an unknown `Expect` without a word; it is passed over, as HTTP allows.
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response);
  });
  registerErrors(app, answerError);
  app.decorateRequest('caller', undefined);
  app.decorateReply('errorCode', undefined);
  return app;
}

/** The page of the API moves below the documentation where there is one. */
async function registerAllDocs(
  app: FastifyInstance,
  { version, docs }: ServerOptions,
): Promise<void> {
  await registerDocs(app, { version, path: docs === undefined ? '/docs' : '/docs/api/try' });
  if (docs !== undefined) registerDocsSite(app, docs);
}

function metricsOf(
  { chains, prices, store, commits, version, fills, standing, log, clock }: ServerOptions,
  streams: StatusStreams,
  now: () => number,
): Metrics {
  const onError = (error: unknown): void => {
    log.error({ err: error }, 'numbers for GET /metrics could not be read');
  };
  return createMetrics({
    chains,
    prices,
    store,
    commits,
    version,
    fills,
    standing,
    clock,
    now,
    onError,
    streams: () => streams.count(),
  });
}

/**
 * Node does not count a connection that never sent a byte as idle, and a slow reader may take for
 * ever. The time limit ends both.
 */
async function closeWithin(app: FastifyInstance, ms: number): Promise<void> {
  const timer = setTimeout(() => {
    app.server.closeAllConnections();
  }, ms);
  await app.close();
  clearTimeout(timer);
}

/** Request ids that are unique across servers: a random start for each server, then a counter. */
function createRequestIds(): () => string {
  const server = randomBytes(9).toString('base64url');
  let calls = 0;
  return () => `${server}-${(calls += 1)}`;
}

function fastifyOptions(
  limits: Limits,
  trustedProxies: string | undefined,
): FastifyHttpOptions<HttpServer> {
  return {
    logger: false,
    bodyLimit: limits.bodyBytesMax,
    requestTimeout: limits.requestMsMax,
    routerOptions: { maxParamLength: 256, ignoreTrailingSlash: true },
    // Open calls are waited for; connections without one are ended.
    forceCloseConnections: 'idle',
    // Calls that are under way when the server closes are answered like all others.
    return503OnClosing: false,
    trustProxy: trustedProxies ?? false,
    genReqId: createRequestIds(),
    clientErrorHandler: (error: Error & { code?: string }, socket: Socket) => {
      writeClientError(error, socket);
    },
    http: {
      maxHeaderSize: limits.headBytesMax,
      headersTimeout: limits.headMsMax,
      connectionsCheckingInterval: 2_000,
      insecureHTTPParser: false,
    },
  };
}
