export { execute } from './actions/execute.js';
export { getChains, type GetChainsOptions } from './actions/getChains.js';
export { getCurrencies, type CurrenciesFilter } from './actions/getCurrencies.js';
export { getDepositAddress, type DepositAddressFilter } from './actions/getDepositAddress.js';
export { getPrice, type PriceQuote } from './actions/getPrice.js';
export { getQuote, type GetQuoteOptions } from './actions/getQuote.js';
export { getRequests, type RequestsFilter, type RequestsPage } from './actions/getRequests.js';
export { getSwapSources, type SwapSourcesFilter } from './actions/getSwapSources.js';
export { getStatus, type GetStatusOptions } from './actions/getStatus.js';
export { resume } from './actions/resume.js';
export { verifyQuote } from './actions/verifyQuote.js';
export { waitForStatus, type WaitForStatusOptions } from './actions/waitForStatus.js';
export type { ChainList } from './chainList.js';
export type { ChainPin, PinStore } from './chainPins.js';
export { createClient, type Client, type ClientBase, type ClientOptions } from './createClient.js';
export type {
  ExecuteOptions,
  ResumeOptions,
  VerifiedExecuteOptions,
} from './execution/executeOptions.js';
export type { ExecutionResult } from './execution/executionResult.js';
export type { ExtraDeposits } from './execution/extraDeposits.js';
export type {
  ItemPlace,
  ItemProgress,
  Progress,
  ProgressBase,
  ProgressError,
  ProgressEvent,
  ProgressState,
  StepProgress,
} from './progress/progress.js';
export { outcomeOf, type Outcome, type StatusUpdate } from './readStatus.js';
export { totalFees, type FeePart, type TotalFees } from './totalFees.js';
export { createTransport, type TransportOptions } from './transport/createTransport.js';
export type { QuoteCheck } from './verification/failCheck.js';
export type {
  Amount,
  PriceBounds,
  PriceConsent,
  ValuedAmount,
} from './verification/priceBounds.js';
export type { VerifyQuoteOptions } from './verification/verify.js';
