export {
  getAppFeeBalances,
  type AppFeeBalances,
  type GetAppFeeBalancesOptions,
} from './actions/getAppFeeBalances.js';
export { getUsage, type GetUsageOptions } from './actions/getUsage.js';
export { metrics, type MetricsActions } from './actions/metrics.js';
export { bucketStart } from './usage/bucketStart.js';
export { bucketStarts } from './usage/bucketStarts.js';
export { granularities, type Granularity } from './usage/granularities.js';
export { parseKeyFilter, usageKeysMax } from './usage/parseKeyFilter.js';
export { rollUp } from './usage/rollUp.js';
export { usageSeries, type UsagePoint } from './usage/usageSeries.js';
export { usageWindow, type UsageWindow, type UsageWindowInput } from './usage/usageWindow.js';
