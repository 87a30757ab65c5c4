import { z } from 'zod';
import { feeBucketInputSchema } from './buckets.js';
import {
  accountSchema,
  amountSchema,
  bpsTextSchema,
  bytes32Schema,
  chainIdSchema,
  evmAddressSchema,
  feeBpsSchema,
  hexSchema,
  textSchema,
} from './primitives.js';
import { ZERO_ADDRESS } from '../zeroAddress.js';

/** How `amount` is meant. @see SPEC, `POST /quote/v2` */
export const tradeTypeSchema = z.enum(['EXACT_INPUT', 'EXACT_OUTPUT', 'EXPECTED_OUTPUT']);

/** How `amount` is meant. */
export type TradeType = z.infer<typeof tradeTypeSchema>;

/** One call on the destination chain. */
export const destinationTxSchema = z.object({
  to: evmAddressSchema,
  value: amountSchema,
  data: hexSchema,
  originalTxValue: amountSchema.optional(),
});

/** An EIP-7702 authorization that the destination transaction carries. */
export const authorizationSchema = z.object({
  chainId: z.number().int().min(0),
  address: evmAddressSchema,
  nonce: z.number().int().min(0),
  yParity: z.number().int().min(0).max(1),
  r: bytes32Schema,
  s: bytes32Schema,
});

/** An EIP-7702 authorization that the destination transaction carries. */
export type Authorization = z.infer<typeof authorizationSchema>;

/** One app fee: who gets how many basis points of the input. */
export const appFeeSchema = z.object({ recipient: accountSchema, fee: feeBpsSchema });

const swapSourcesSchema = z.array(z.string().min(1).max(64)).max(64);

/**
 * The body of `POST /quote/v2` as it travels, with SPEC's defaults filled in. Unknown members are dropped.
 *
 * @see SPEC, "POST /quote/v2"
 */
export const quoteBodySchema = z.object({
  user: accountSchema,
  recipient: accountSchema.optional(),
  originChainId: chainIdSchema.default(8453),
  destinationChainId: chainIdSchema.default(10),
  originCurrency: accountSchema.default(ZERO_ADDRESS),
  destinationCurrency: accountSchema.default(ZERO_ADDRESS),
  amount: amountSchema.default('1000000000000000000'),
  tradeType: tradeTypeSchema.default('EXACT_INPUT'),
  txs: z.array(destinationTxSchema).max(64).optional(),
  txsGasLimit: z.number().int().min(0).max(30_000_000).optional(),
  authorizationList: z.array(authorizationSchema).max(16).optional(),
  additionalData: z.object({ userPublicKey: z.string().max(132).optional() }).optional(),
  referrer: textSchema.optional(),
  referrerAddress: evmAddressSchema.optional(),
  refundTo: accountSchema.optional(),
  recoveryAddress: accountSchema.optional(),
  refundOnOrigin: z.boolean().optional(),
  topupGas: z.boolean().optional(),
  topupGasAmount: amountSchema.optional(),
  enableTrueExactOutput: z.boolean().default(false),
  explicitDeposit: z.boolean().default(true),
  useExternalLiquidity: z.boolean().optional(),
  useFallbacks: z.boolean().optional(),
  usePermit: z.boolean().optional(),
  permitExpiry: z.number().int().min(1).max(31_536_000).optional(),
  includeProtocolData: z.boolean().optional(),
  useDepositAddress: z.boolean().optional(),
  strict: z.boolean().optional(),
  slippageTolerance: bpsTextSchema.optional(),
  latePaymentSlippageTolerance: bpsTextSchema.optional(),
  appFees: z.array(appFeeSchema).max(32).optional(),
  gasLimitForDepositSpecifiedTxs: z.number().int().min(21_000).max(30_000_000).optional(),
  forceSolverExecution: z.boolean().optional(),
  subsidizeFees: z.boolean().optional(),
  sponsoredFeeComponents: z.array(feeBucketInputSchema).min(1).max(8).optional(),
  maxSubsidizationAmount: amountSchema.optional(),
  subsidizationBps: z.number().int().min(0).max(10_000).optional(),
  subsidizeRent: z.boolean().optional(),
  includedSwapSources: swapSourcesSchema.optional(),
  excludedSwapSources: swapSourcesSchema.optional(),
  includedOriginSwapSources: swapSourcesSchema.optional(),
  includedDestinationSwapSources: swapSourcesSchema.optional(),
  originGasOverhead: z.number().int().min(0).max(30_000_000).optional(),
  depositFeePayer: accountSchema.optional(),
  maxRouteLength: z.number().int().min(1).max(16).optional(),
  useSharedAccounts: z.boolean().optional(),
  includeComputeUnitLimit: z.boolean().optional(),
  overridePriceImpact: z.boolean().optional(),
  disableSwapProviderPreference: z.boolean().optional(),
  disableOriginSwaps: z.boolean().optional(),
  indicativeQuote: z.boolean().optional(),
  fixedRate: z.string().max(64).optional(),
  useRouteRacing: z.boolean().optional(),
  routeRacingMinUsdSize: z.number().min(0).optional(),
  ttl: z.number().int().min(1).max(15_552_000).optional(),
});

/** What a caller sends: members with defaults may be left out. */
export type QuoteBody = z.input<typeof quoteBodySchema>;

/** The body after validation, defaults filled in. */
export type ParsedQuoteBody = z.output<typeof quoteBodySchema>;
