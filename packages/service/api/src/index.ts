export { createServer, type Server, type ServerOptions } from './createServer.js';
export { defaultLimits, type Limits } from './limits/limits.js';
export type { AccessOptions } from './keys/createAccess.js';
export {
  defaultRates,
  type RateLimitOptions,
  type RatePerMinute,
} from './limits/createRateLimits.js';
export type { Trace, Tracer } from './limits/createTraceGate.js';
export type { ServerLog } from './log.js';
export type { RoutePolicy } from './routes/context.js';
export { createOpenApi } from './openapi/createOpenApi.js';
export type { Json, JsonObject } from './openapi/json.js';
export {
  createUsageCounter,
  type UsageCounter,
  type UsageCounterOptions,
} from './usage/createUsageCounter.js';
