export { systemClock, type Clock } from './clock.js';
export type { Log } from './log.js';
export { isKeyRight, keyRights, type Caller, type KeyRight } from './access.js';
export {
  assert,
  describeError,
  errorCodes,
  errorKinds,
  isPortageError,
  PortageError,
  requestFault,
  standardError,
  type ErrorCode,
  type ErrorCodeEntry,
  type ErrorContext,
  type ErrorDetail,
  type ErrorKind,
  type PortageErrorOptions,
  type RequestFaultOptions,
} from './errors/index.js';
export * as Money from './money/Money.js';
export { mulDivDown, mulDivUp, wholeBps } from './money/mulDiv.js';
export type { Price, PricedAsset } from './money/Money.js';
export {
  requestTransitions,
  requestStatuses,
  terminalStatuses,
  transition,
  legacyStatuses,
  type RequestStatus,
  type RequestEvent,
} from './states.js';
export { bytesToHex, hexToBytes } from './hex.js';
export { zeroAddress } from './zeroAddress.js';
export { serviceBucket, feeBuckets, normalizeBucket, type FeeBucket } from './feeBuckets.js';
export type { ChainCurrency, ChainInfo, Health } from './schemas/chains.js';
export type { Currency, CurrencyAmount } from './schemas/currencyAmount.js';
export type { ErrorBody } from './schemas/error.js';
export {
  failReasons,
  refundFailReasons,
  type FailReason,
  type RefundFailReason,
} from './schemas/failReasons.js';
export type { UsageEntry, UsageQuery, UsageGranularity } from './schemas/metrics.js';
export type { OrderData, PaymentDetails, ProtocolV2 } from './schemas/order.js';
export type { Fees, FeeSponsorship, Details, Quote } from './schemas/quote.js';
export type {
  TradeType,
  AppFee,
  Authorization,
  DestinationCall,
  QuoteBody,
  ParsedQuoteBody,
} from './schemas/quoteRequest.js';
export type { RequestEntry } from './schemas/requests.js';
export type { StatusResponse } from './schemas/status.js';
export type { EvmTransactionData, SignatureData, StepItem, Step } from './schemas/steps.js';
export type {
  SponsorshipRequest,
  AppFeeRequest,
  QuoteRequest,
} from './schemas/parseQuoteRequest.js';
export { refundTerms, type RefundTerms } from './schemas/refundTerms.js';
export type { Observed } from './observed.js';
