export { systemClock, type Clock } from './clock.js';
export type { Log } from './log.js';
export { isKeyRight, keyRights, type Caller, type KeyRight } from './access.js';
export { assert } from './errors/assert.js';
export { describeError } from './errors/describeError.js';
export type { ErrorContext } from './errors/errorContexts.js';
export { requestFault, type RequestFaultOptions } from './errors/requestFault.js';
export { errorCodes, type ErrorCodeEntry, type ErrorCode } from './errors/codes.js';
export { fromZod } from './schemas/fromZod.js';
export {
  PortageError,
  isPortageError,
  type ErrorDetail,
  type PortageErrorOptions,
} from './errors/portageError.js';
export * as Money from './money/Money.js';
export type { Price, PricedAsset } from './money/Money.js';
export type { PriceFeed, PriceReading, PriceSource, PriceState } from './chain/prices/priceFeed.js';
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
  DestinationTx,
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
export type {
  Endpoint,
  EndpointName,
  EndpointBody,
  EndpointQuery,
  EndpointResponse,
} from './schemas/endpoints.js';
export { createChains, findAsset, type Chains } from './chain/chains.js';
export {
  describeChain,
  nativeFirst,
  type ChainDescription,
  type ChainParticulars,
} from './chain/describeChain.js';
export { wireCurrency, type ChainAsset } from './chain/chainAsset.js';
export { defineVm, type Vm } from './chain/vm.js';
export type { Balances } from './chain/balances.js';
export type { Chain } from './chain/chain.js';
export type { Codec } from './chain/codec.js';
export type { FillOperation, Gas, GasOperation } from './chain/gas.js';
export type { Observed } from './observed.js';
export type {
  Cursor,
  EventPlace,
  DepositEvent,
  FillEvent,
  ReleaseEvent,
  TransferEvent,
  SwapEvent,
  ChainEvent,
  ChainAdvance,
  ChainRollback,
  ChainUpdate,
} from './chain/observe/events.js';
export type { Finality } from './chain/observe/finality.js';
export { isFinalAt, valueAtRisk, type ChainProgress } from './chain/observe/isFinalAt.js';
export type { Observe } from './chain/observe/observe.js';
export type {
  AddressCurrency,
  DepositAddresses,
  DepositAddressOwner,
  SweepCall,
} from './chain/deposit/depositAddresses.js';
export type { Deposits } from './chain/deposit/deposits.js';
export type { DepositStepsInput } from './chain/deposit/depositStepsInput.js';
export type {
  PermitCall,
  PermitInput,
  PermitKind,
  PermitOffer,
  PermitPart,
  Permits,
  PermitTerms,
} from './chain/deposit/permits.js';
export type {
  GaslessTerms,
  GaslessDeposit,
  GaslessPayment,
  GaslessDeposits,
} from './chain/deposit/gaslessDeposits.js';
export type {
  CallDeposit,
  CallIntent,
  FillIntent,
  FillSwap,
  PaymentIntent,
  RefundIntent,
  SpendIntent,
} from './chain/spend/intents.js';
export type { CallRequest, OrderCall, OrderCalls } from './chain/spend/orderCalls.js';
export type { RevertTrace, Simulation } from './chain/spend/simulation.js';
export type { Spend } from './chain/spend/spend.js';
export type {
  BroadcastResult,
  SignedTransaction,
  TransactionOutcome,
} from './chain/spend/transaction.js';
export type { OriginSwap, SwapSteps, SwapStepsInput } from './chain/swap/originSwap.js';
export type {
  SwapPoolTrade,
  SwapPool,
  SwapRequest,
  SwapHop,
  SwapPart,
  SwapQuote,
  SwapTerms,
  SwapCall,
  SwapSource,
  Swaps,
} from './chain/swap/swaps.js';
export type {
  DepositEffect,
  PaymentEffect,
  ApprovalEffect,
  Settlement,
  SwapEffect,
  PermitEffect,
  UnknownEffect,
  Effect,
} from './executor/effects.js';
export {
  defineExecutor,
  type TaskContext,
  type Submission,
  type Task,
  type ClaimedItem,
  type Executor,
  type ExecutorDefinition,
} from './executor/executor.js';
export type { TransportRequest, Transport } from './executor/transport.js';
export { aborted, checkAborted, sleep } from './executor/sleep.js';
