export type { AppOptions } from './app/registerApp.js';
export type { DocsOptions } from './app/registerDocsSite.js';
export { createServer, type Server, type ServerOptions } from './createServer.js';
export { defaultLimits, type Limits } from '@portage/access';
export type { AccessOptions } from '@portage/access';
export { defaultRates, type RateLimitOptions, type RatePerMinute } from '@portage/access';
export type { Trace, Tracer } from './limits/createTraceGate.js';
export type { ClockOffset, ClockWatch } from './clock/clockWatch.js';
export type { ServerLog } from './log.js';
export type { AnswerListener, SentAnswer } from './routes/answerListener.js';
export { readHealth, type HealthContext } from './routes/health.js';
export type { RoutePolicy } from './routes/context.js';
export { createWorkerServer, type WorkerServerOptions } from './createWorkerServer.js';
export { createFillTimes, type FillTimes, type TimedFill } from './metrics/createFillTimes.js';
export {
  createStandingTransactions,
  type StandingTransactions,
} from './metrics/createStandingTransactions.js';
export { renderStatus } from './status/renderStatus.js';
export type { WebhookParts } from './routes/webhooks/webhookParts.js';
export { createOpenApi } from './openapi/createOpenApi.js';
export type { Json, JsonObject } from './openapi/json.js';
export { createUsageCounter, type UsageCounter, type UsageCounterOptions } from '@portage/access';
