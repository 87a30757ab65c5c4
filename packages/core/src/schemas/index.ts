export {
  appFeeBalancesSchema,
  walletParamsSchema,
  appFeeClaimBodySchema,
  appFeeClaimSchema,
  pageQuerySchema,
  appFeeClaimsSchema,
} from './appFees.js';
export { feeBucketInputSchema } from './buckets.js';
export {
  chainCurrencySchema,
  chainSchema,
  chainsResponseSchema,
  chainsQuerySchema,
  healthSchema,
} from './chains.js';
export { configCurrencyIds, configQuerySchema, configResponseSchema } from './config.js';
export {
  currenciesBodySchema,
  currenciesResponseSchema,
  type ListedCurrency,
} from './currencies.js';
export { currencySchema, currencyAmountSchema } from './currencyAmount.js';
export {
  dashboardMoneySchema,
  dashboardOverviewQuerySchema,
  dashboardOverviewSchema,
  dashboardRequestParamsSchema,
  dashboardRequestSchema,
  dashboardRequestsQuerySchema,
  dashboardServiceSchema,
  dashboardSessionSchema,
  type DashboardMoney,
  type DashboardOverview,
  type DashboardRequest,
  type DashboardService,
  type DashboardSession,
} from './dashboard.js';
export {
  depositAddressQuerySchema,
  depositAddressSchema,
  reindexBodySchema,
  reindexResponseSchema,
  type DepositAddress,
} from './depositAddresses.js';
export {
  endpoints,
  type AppEndpointName,
  type Endpoint,
  type EndpointBody,
  type EndpointInput,
  type EndpointName,
  type EndpointPart,
  type EndpointQuery,
  type EndpointResponse,
} from './endpoints.js';
export { endpointCodes } from './endpointCodes.js';
export { errorBodySchema, messageSchema } from './error.js';
export { fromZod } from './fromZod.js';
export { usageQuerySchema, usageEntrySchema, usageResponseSchema } from './metrics.js';
export {
  orderRefundSchema,
  orderInputSchema,
  orderPaymentSchema,
  orderFeeSchema,
  orderDataSchema,
  paymentDetailsSchema,
  protocolV2Schema,
} from './order.js';
export { parseQuoteRequest, resolveQuoteBody } from './parseQuoteRequest.js';
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
} from './primitives.js';
export type { DestinationInstruction } from './destinationInstruction.js';
export {
  tradeTypeSchema,
  destinationTxSchema,
  authorizationSchema,
  appFeeSchema,
  quoteBodySchema,
} from './quoteRequest.js';
export {
  feesSchema,
  sponsoredBucketSchema,
  sponsorshipPhaseSchema,
  feeSponsorshipSchema,
  detailsSchema,
  quoteSchema,
  impactBuckets,
} from './quote.js';
export { stepsReplySchema, withdrawalStatusQuerySchema } from './replies.js';
export {
  requestsQuerySchema,
  requestTxSchema,
  requestFeesSchema,
  requestAppFeeSchema,
  requestProtocolSchema,
  requestEntrySchema,
  requestsResponseSchema,
} from './requests.js';
export { statusQuerySchema, requestStatusSchema, legacyStatusSchema } from './status.js';
export {
  stepIdSchema,
  checkSchema,
  evmTransactionDataSchema,
  signatureDataSchema,
  stepItemSchema,
  stepSchema,
} from './steps.js';
export {
  transactionsIndexBodySchema,
  transactionsSingleBodySchema,
  signatureQuerySchema,
  executePermitsBodySchema,
  executeBodySchema,
  executeResponseSchema,
} from './transactions.js';
export {
  withdrawalBodySchema,
  withdrawalPreparedSchema,
  withdrawalStartedSchema,
  withdrawalBalancesQuerySchema,
  withdrawalBalancesSchema,
  withdrawalStates,
  withdrawalStatusSchema,
} from './withdrawals.js';
