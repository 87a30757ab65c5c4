export { splitAppFees, type AppFeeShare, type AppFees, type AppFeeTerms } from './appFees.js';
export {
  applySlippage,
  showSlippage,
  type Slippage,
  type SlippageInput,
  type SlippageShown,
} from './applySlippage.js';
export {
  applyFixedRate,
  invertFixedRate,
  parseFixedRate,
  type FixedRate,
  type RateDecimals,
} from './fixedRate.js';
export { formatUsdChange } from './formatUsdChange.js';
export { gasTopup, type GasTopup } from './gasTopup.js';
export { impact, type Impact, type ImpactInput } from './impact.js';
export { formatPercent, percentE2 } from './percent.js';
export { rate, type ScaledAmount } from './rate.js';
export { splitFees, type FeeParts, type FeeSplit } from './splitFees.js';
export {
  sponsorCap,
  sponsorCharge,
  sponsorFees,
  unsponsored,
  type SponsoredBucket,
  type SponsorTerms,
  type Sponsorship,
} from './sponsorship.js';
