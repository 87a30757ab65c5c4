export { isKeyRight, keyRights, type Caller, type KeyRight } from './access.js';
export { assert } from './errors/assert.js';
export { errorCodes, type ErrorCodeEntry, type ErrorCode } from './errors/codes.js';
export { fromZod } from './errors/fromZod.js';
export { PortageError, isPortageError, type ErrorDetail, type PortageErrorOptions } from './errors/portageError.js';
export * as Money from './money/Money.js';
export type { Price, Side } from './money/Money.js';
export type { PriceFeed, PriceReading, PriceSource, PriceState } from './prices/priceFeed.js';
export {
  requestTransitions,
  requestStatuses,
  terminalStatuses,
  transition,
  legacyStatuses,
  type RequestStatus,
  type RequestEvent,
} from './states.js';
export { bytesToHex, hexToBytes } from './ids.js';
export { ZERO_ADDRESS } from './zeroAddress.js';
export {
  appFeeBalancesSchema,
  walletParamsSchema,
  appFeeClaimBodySchema,
  appFeeClaimSchema,
  pageQuerySchema,
  appFeeClaimsSchema,
} from './schemas/appFees.js';
export {
  SERVICE_BUCKET,
  feeBuckets,
  feeBucketInputSchema,
  normalizeBucket,
  type FeeBucket,
} from './schemas/buckets.js';
export {
  chainCurrencySchema,
  chainSchema,
  chainsResponseSchema,
  chainsQuerySchema,
  healthSchema,
  type ChainCurrency,
  type ChainInfo,
  type Health,
} from './schemas/chains.js';
export { configCurrencyIds, configQuerySchema, configResponseSchema } from './schemas/config.js';
export { currenciesBodySchema, currenciesResponseSchema } from './schemas/currencies.js';
export { currencySchema, currencyAmountSchema, type Currency, type CurrencyAmount } from './schemas/currencyAmount.js';
export {
  depositAddressQuerySchema,
  depositAddressSchema,
  reindexBodySchema,
  reindexResponseSchema,
} from './schemas/depositAddresses.js';
export { errorBodySchema, messageSchema, type ErrorBody } from './schemas/error.js';
export { failReasons, refundFailReasons, type FailReason, type RefundFailReason } from './schemas/failReasons.js';
export {
  usageQuerySchema,
  usageEntrySchema,
  usageResponseSchema,
  type UsageEntry,
  type UsageQuery,
  type UsageGranularity,
} from './schemas/metrics.js';
export {
  orderRefundSchema,
  orderInputSchema,
  orderPaymentSchema,
  orderFeeSchema,
  orderDataSchema,
  paymentDetailsSchema,
  protocolV2Schema,
  type OrderData,
  type PaymentDetails,
  type ProtocolV2,
} from './schemas/order.js';
export {
  amountDigitsMax,
  textLengthMax,
  hexSchema,
  bytes32Schema,
  evmAddressSchema,
  amountSchema,
  signedAmountSchema,
  bpsTextSchema,
  feeBpsSchema,
  accountSchema,
  chainIdSchema,
  chainSlugSchema,
  textSchema,
} from './schemas/primitives.js';
export {
  feesSchema,
  sponsoredBucketSchema,
  sponsorshipPhaseSchema,
  feeSponsorshipSchema,
  detailsSchema,
  quoteSchema,
  impactBuckets,
  type Fees,
  type FeeSponsorship,
  type Details,
  type Quote,
} from './schemas/quote.js';
export {
  tradeTypeSchema,
  destinationTxSchema,
  authorizationSchema,
  appFeeSchema,
  quoteBodySchema,
  type TradeType,
  type Authorization,
  type QuoteBody,
  type ParsedQuoteBody,
} from './schemas/quoteRequest.js';
export { shareOut } from './schemas/shareOut.js';
export { quoteTermsSchema, type QuoteTerms } from './schemas/terms.js';
export { stepsReplySchema, withdrawalStatusQuerySchema } from './schemas/replies.js';
export {
  requestsQuerySchema,
  requestTxSchema,
  requestFeesSchema,
  requestAppFeeSchema,
  requestProtocolSchema,
  requestEntrySchema,
  requestsResponseSchema,
  type RequestEntry,
} from './schemas/requests.js';
export { statusQuerySchema, requestStatusSchema, legacyStatusSchema, type StatusResponse } from './schemas/status.js';
export {
  stepIdSchema,
  checkSchema,
  evmTransactionDataSchema,
  signatureDataSchema,
  stepItemSchema,
  stepSchema,
  type EvmTransactionData,
  type SignatureData,
  type StepItem,
  type Step,
} from './schemas/steps.js';
export {
  transactionsIndexBodySchema,
  transactionsSingleBodySchema,
  signatureQuerySchema,
  executePermitsBodySchema,
  executeBodySchema,
  executeResponseSchema,
} from './schemas/transactions.js';
export {
  withdrawalBodySchema,
  withdrawalPreparedSchema,
  withdrawalStartedSchema,
  withdrawalStates,
  withdrawalStatusSchema,
} from './schemas/withdrawals.js';
export {
  parseQuoteRequest,
  resolveQuoteBody,
  type SponsorshipRequest,
  type AppFeeRequest,
  type QuoteRequest,
} from './parseQuoteRequest.js';
export { refundTerms, type RefundTerms } from './refundTerms.js';
export {
  endpoints,
  type Endpoint,
  type EndpointName,
  type EndpointBody,
  type EndpointQuery,
  type EndpointResponse,
} from './endpoints.js';
export { describeChain, nativeFirst, type ChainDescription, type ChainParticulars } from './chain/describeChain.js';
export { createChains, findAsset, type Chains } from './chain/chains.js';
export { type Codec } from './chain/codec.js';
export {
  type Cursor,
  type EventPlace,
  type DepositEvent,
  type FillEvent,
  type ReleaseEvent,
  type TransferEvent,
  type SwapEvent,
  type ChainEvent,
  type ChainAdvance,
  type ChainRollback,
  type ChainUpdate,
} from './chain/events.js';
export { isFinalAt, valueAtRisk, type ChainProgress } from './chain/finality.js';
export { type OriginSwap, type SwapSteps, type SwapStepsInput } from './chain/originSwap.js';
export { wireCurrency, type ChainAsset } from './chain/registry.js';
export {
  defineVm,
  type Observed,
  type Observe,
  type DepositStepsInput,
  type Deposits,
  type OrderCall,
  type FillIntent,
  type FillOperation,
  type FillSwap,
  type RefundIntent,
  type CallIntent,
  type PaymentIntent,
  type SpendIntent,
  type SignedTransaction,
  type BroadcastResult,
  type TransactionOutcome,
  type Simulation,
  type Spend,
  type Balances,
  type GasOperation,
  type Gas,
  type Finality,
  type Chain,
  type Vm,
} from './chain/vm.js';
export type { AddressCurrency, DepositAddresses, DepositAddressOwner, SweepCall } from './chain/depositAddresses.js';
export type { CallRequest, OrderCalls } from './chain/orderCalls.js';
export type { PermitCall, PermitInput, PermitKind, PermitOffer, PermitPart, Permits, PermitTerms } from './chain/permits.js';
export type { GaslessTerms, RawCall, RawCallPayment, RawCalls } from './chain/rawCalls.js';
export {
  type SwapPoolTrade,
  type SwapPool,
  type SwapRequest,
  type SwapHop,
  type SwapPart,
  type SwapQuote,
  type SwapTerms,
  type SwapCall,
  type SwapSource,
  type Swaps,
} from './chain/swap.js';
export {
  type DepositEffect,
  type PaymentEffect,
  type ApprovalEffect,
  type Settlement,
  type SwapEffect,
  type PermitEffect,
  type UnknownEffect,
  type Effect,
} from './client/effects.js';
export {
  defineExecutor,
  type TaskContext,
  type Submission,
  type Task,
  type ClaimedItem,
  type Executor,
  type ExecutorDefinition,
} from './client/executor.js';
export { type TransportRequest, type Transport } from './client/transport.js';
export { aborted, checkAborted, sleep } from './client/sleep.js';
