export { accessMigrations } from './accessMigrations.js';
export {
  createAccess,
  noKeys,
  type Access,
  type AccessContext,
  type AccessOptions,
} from './createAccess.js';
export { type KeyHolder, createKeyring } from './keys/createKeyring.js';
export {
  type ApiKey,
  type Keys,
  type NewKey,
  type StoredKey,
  createKeys,
  hashSecret,
  keysChannel,
} from './keys/createKeys.js';
export { addressKey } from './limits/addressKey.js';
export { openAccessRecords, type AccessRecords } from './openAccessRecords.js';
export { createQuota } from './limits/createQuota.js';
export {
  type CountedCaller,
  type RateLimitKind,
  type RateLimitOptions,
  type RateLimitState,
  type RateLimits,
  type RatePerMinute,
  createRateLimits,
  defaultRates,
  windowSeconds,
} from './limits/createRateLimits.js';
export { type Limits, defaultLimits } from './limits/limits.js';
export {
  type Usage,
  type UsageCount,
  type UsageSelection,
  createUsage,
  usageStatement,
} from './usage/createUsage.js';
export {
  type UsageCounter,
  type UsageCounterOptions,
  createUsageCounter,
} from './usage/createUsageCounter.js';
