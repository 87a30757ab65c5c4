export { applySlippage, type Slippage } from './applySlippage.js';
export { formatUsdChange } from './formatUsdChange.js';
export { impact, type Impact, type ImpactInput } from './impact.js';
export { formatPercent, percentE2 } from './percent.js';
export { rate, type ScaledAmount } from './rate.js';
export { splitFees, type FeeParts, type FeeSplit } from './splitFees.js';
export { unsponsored, type SponsoredBucket, type Sponsorship } from './sponsorship.js';
