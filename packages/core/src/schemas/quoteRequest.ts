import { z } from 'zod';
import { feeBucketInputSchema } from './buckets.js';
import {
  destinationInstructionSchema,
  type DestinationInstruction,
} from './destinationInstruction.js';
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
import { zeroAddress } from '../zeroAddress.js';

/** Meaning of `amount`. @see docs/spec/quote.md#trade-types */
export const tradeTypeSchema = z.enum(['EXACT_INPUT', 'EXACT_OUTPUT', 'EXPECTED_OUTPUT']);

/** Meaning of `amount`. */
export type TradeType = z.infer<typeof tradeTypeSchema>;

/** One call on the destination chain. */
export const destinationTxSchema = z.object({
  to: evmAddressSchema,
  value: amountSchema,
  data: hexSchema,
  originalTxValue: amountSchema.optional(),
});

/** One call on the destination chain. */
export interface DestinationTx {
  /** The contract or account to call. */
  to: string;
  /** Native currency that goes along, in wei. */
  value: string;
  /** Calldata; `0x` for a plain transfer. */
  data: string;
  /** Accepted for older callers; what counts is `value`. */
  originalTxValue?: string | undefined;
}

/** One call on the destination chain, as its family writes it. */
export type DestinationCall = DestinationTx | DestinationInstruction;

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
export interface Authorization {
  /** The destination chain. */
  chainId: number;
  /** The code that the account takes on. */
  address: string;
  /** The account's nonce at the time of the fill. */
  nonce: number;
  yParity: number;
  r: string;
  s: string;
}

/** One app fee: who gets how many basis points of the input. */
export const appFeeSchema = z.object({ recipient: accountSchema, fee: feeBpsSchema });

/** One app fee: who gets how many basis points of the input. */
export interface AppFee {
  /** Account on the solver's chain. */
  recipient: string;
  /** Basis points as text, fractions allowed: `"12.5"` is 0.125%. */
  fee: string;
}

const swapSourcesSchema = z.array(z.string().min(1).max(64)).max(64);

/**
 * The body of `POST /quote/v2` as it travels, with its defaults filled in. Unknown members are
 * dropped.
 *
 * @see docs/spec/quote.md#request
 */
export const quoteBodySchema = z.object({
  user: accountSchema,
  recipient: accountSchema.optional(),
  originChainId: chainIdSchema.default(8453),
  destinationChainId: chainIdSchema.default(10),
  originCurrency: accountSchema.default(zeroAddress),
  destinationCurrency: accountSchema.default(zeroAddress),
  amount: amountSchema.default('1000000000000000000'),
  tradeType: tradeTypeSchema.default('EXACT_INPUT'),
  txs: z
    .array(z.union([destinationTxSchema, destinationInstructionSchema]))
    .max(64)
    .optional(),
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
  maxRouteLength: z.number().int().min(1).max(4).optional(),
  useSharedAccounts: z.boolean().optional(),
  includeComputeUnitLimit: z.boolean().optional(),
  allowProgramRecipient: z.boolean().optional(),
  overridePriceImpact: z.boolean().optional(),
  disableSwapProviderPreference: z.boolean().optional(),
  disableOriginSwaps: z.boolean().optional(),
  indicativeQuote: z.boolean().optional(),
  fixedRate: z.string().max(64).optional(),
  useRouteRacing: z.boolean().optional(),
  routeRacingMinUsdSize: z.number().min(0).optional(),
  ttl: z.number().int().min(1).max(15_552_000).optional(),
});

/**
 * Body of `POST /quote/v2`. Chains and amount have defaults on the wire and none here: a default
 * would pay an amount, or on a chain, that the caller did not name.
 */
export interface QuoteBody {
  /** Account that pays on the origin chain and signs the steps. */
  user: string;
  /**
   * Account that receives on the destination chain; the `user` by default. Needed where the two
   * chains write addresses differently.
   */
  recipient?: string | undefined;
  /** Chain that is paid on, by its id, as `GET /chains` lists it. */
  originChainId: number;
  /** Chain that is received on, by its id; the same chain for a swap. */
  destinationChainId: number;
  /**
   * Address of the currency that is paid; the zero address is the native currency of EVM chains,
   * and the default.
   */
  originCurrency?: string | undefined;
  /**
   * Address of the currency that is received; the zero address is the native currency of EVM
   * chains, and the default.
   */
  destinationCurrency?: string | undefined;
  /**
   * In the smallest unit, as decimal digits: 1.5 USDC is `"1500000"`. What is paid, or with
   * `EXACT_OUTPUT` what is received.
   */
  amount: string;
  /**
   * `EXACT_INPUT`: `amount` is paid. `EXACT_OUTPUT`: `amount` is received, exactly.
   * `EXPECTED_OUTPUT`: `amount` is what should be received, within the slippage. Default
   * `EXACT_INPUT`.
   */
  tradeType?: TradeType | undefined;
  /**
   * Calls on the destination chain, made with what arrives there; they all succeed, or the payment
   * is refunded. On Solana each is an instruction: `programId`, `keys` and `data`.
   */
  txs?: DestinationCall[] | undefined;
  /**
   * Gas for all of `txs` together; 250,000 a call unless given, on Solana 200,000 compute units. It
   * is charged whole.
   */
  txsGasLimit?: number | undefined;
  /** EIP-7702 authorizations that take effect with the fill. */
  authorizationList?: Authorization[] | undefined;
  /**
   * `userPublicKey`: public key of the user, 33 bytes compressed as hex. Needed where the user is a
   * P2SH address of Bitcoin; other origins leave it out of account.
   */
  additionalData?: { userPublicKey?: string | undefined } | undefined;
  /**
   * Name of the app; lists of requests can be filtered by it. `createClient({ source })` sets it.
   */
  referrer?: string | undefined;
  /** Account of the app, an EVM address; requests show it, and lists can be filtered by it. */
  referrerAddress?: string | undefined;
  /**
   * Account that gets the money back where the payment cannot be made; the `recipient`, then the
   * `user` unless given.
   */
  refundTo?: string | undefined;
  /**
   * Account that may recover what is left at a deposit address, on the origin chain. Needs
   * `useDepositAddress`.
   */
  recoveryAddress?: string | undefined;
  /** Deprecated: refunds are always made on the origin chain. */
  refundOnOrigin?: boolean | undefined;
  /** Sends some native currency along for gas, where another currency is received. */
  topupGas?: boolean | undefined;
  /** Worth of the top-up: 100000 is 1 USD. Default 2000000. Needs `topupGas`. */
  topupGasAmount?: string | undefined;
  /**
   * With an exact output through pools: what comes out beyond it is the solver's instead of the
   * recipient's. Default false.
   */
  enableTrueExactOutput?: boolean | undefined;
  /**
   * Whether the deposit calls the depository. `false` makes it a plain transfer to the depository,
   * in one transaction and without an approval, where origin and currency allow it. Default true.
   */
  explicitDeposit?: boolean | undefined;
  /**
   * Quotes more than the solver holds on the destination, where a path such as a chain's own bridge
   * brings the rest from another chain: it takes longer. Refused where no path leads to the
   * currency.
   */
  useExternalLiquidity?: boolean | undefined;
  /**
   * Lets the solver pay out of another currency that it holds, through pools of the destination.
   */
  useFallbacks?: boolean | undefined;
  /**
   * Pays by a signature alone (EIP-3009, EIP-2612 or Permit2) where the currency `supportsPermit`;
   * the solver pays the gas.
   */
  usePermit?: boolean | undefined;
  /** Lifetime of that signature in seconds. Default 600. */
  permitExpiry?: number | undefined;
  /**
   * Adds the solver's signature of the order at `protocol.v2.orderSignature`, for contracts that
   * check it.
   */
  includeProtocolData?: boolean | undefined;
  /** Pays by a plain transfer to an address of the order's own: `steps[].depositAddress`. */
  useDepositAddress?: boolean | undefined;
  /** Deprecated and ignored. */
  strict?: boolean | undefined;
  /**
   * How much worse than expected it may end, in basis points as text: `"50"` is 0.5%. Chosen by
   * the service unless given.
   */
  slippageTolerance?: string | undefined;
  /**
   * How much less may be received when the deposit comes after `ttl`, in basis points as text.
   * Unless given, late deposits are refunded.
   */
  latePaymentSlippageTolerance?: string | undefined;
  /** Fees for the app, booked with the fill and readable at `GET /app-fees/{wallet}/balances`. */
  appFees?: AppFee[] | undefined;
  /** Another word for `txsGasLimit`; refused without `txs`. */
  gasLimitForDepositSpecifiedTxs?: number | undefined;
  /** Has the solver make a swap within one chain, which the user makes alone otherwise. */
  forceSolverExecution?: boolean | undefined;
  /** The sponsor of the API key pays the fees. */
  subsidizeFees?: boolean | undefined;
  /**
   * Which fees it pays: `execution`, `swap`, `the service`, `app`, `rent`. All but `rent` unless
   * given. Needs `subsidizeFees`.
   */
  sponsoredFeeComponents?: z.input<typeof feeBucketInputSchema>[] | undefined;
  /** The most it pays: 1000000 is 1 USD. Needs `subsidizeFees`. */
  maxSubsidizationAmount?: string | undefined;
  /**
   * Share of each component that it pays, in basis points; 10000, all of it, unless given. Counted
   * before the cap. Needs `subsidizeFees`.
   */
  subsidizationBps?: number | undefined;
  /** Deprecated: adds `rent` to `sponsoredFeeComponents`. */
  subsidizeRent?: boolean | undefined;
  /** The only swap sources to use, on either side; `GET /swap-sources` names them. */
  includedSwapSources?: string[] | undefined;
  /** Swap sources not to use, on either side. */
  excludedSwapSources?: string[] | undefined;
  /** The only swap sources to use on the origin chain. */
  includedOriginSwapSources?: string[] | undefined;
  /** The only swap sources to use on the destination chain. */
  includedDestinationSwapSources?: string[] | undefined;
  /**
   * Gas that the user's delegated account takes on top of the steps, when the solver makes them in
   * its name (`POST /execute`, `submitGasless`).
   */
  originGasOverhead?: number | undefined;
  /** Solana: who pays the fees and rent of the deposit's transaction. */
  depositFeePayer?: string | undefined;
  /** Most pools that a swap may go through, at most 4. */
  maxRouteLength?: number | undefined;
  /** Accepted, and changes nothing: accounts are created only where they are missing. */
  useSharedAccounts?: boolean | undefined;
  /** Solana: adds an instruction that limits compute units. */
  includeComputeUnitLimit?: boolean | undefined;
  /**
   * Solana: pays a token to a recipient or `refundTo` that no key signs for and that has no account
   * yet, such as the vault of a program.
   */
  allowProgramRecipient?: boolean | undefined;
  /** Answers even where the price impact is above the service's limit. */
  overridePriceImpact?: boolean | undefined;
  /** Accepted, and changes nothing: no swap source is preferred. */
  disableSwapProviderPreference?: boolean | undefined;
  /** Refuses routes that swap before the deposit. */
  disableOriginSwaps?: boolean | undefined;
  /** Answers with prices alone: no steps, nothing to execute. */
  indicativeQuote?: boolean | undefined;
  /**
   * Rate of input to output in whole units, as in `"1:0.999"`. Needs an API key with the right
   * `fixed-rate`.
   */
  fixedRate?: string | undefined;
  /**
   * Has several routes compete and keeps the best. Needs an API key with the right `route-racing`.
   */
  useRouteRacing?: boolean | undefined;
  /** Smallest size that routes compete for, in USD. Default 100. */
  routeRacingMinUsdSize?: number | undefined;
  /** Seconds in which the payment must be made, counted from the quote; later it is refunded. */
  ttl?: number | undefined;
}

/** The body after validation, defaults filled in. */
export type ParsedQuoteBody = z.output<typeof quoteBodySchema>;
