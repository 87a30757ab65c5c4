import type { ChainInfo } from '../schemas/chains.js';
import type { Step } from '../schemas/steps.js';
import type { Codec } from './codec.js';
import type { DepositAddresses } from './depositAddresses.js';
import type { ChainEvent, ChainUpdate, Cursor, DepositEvent } from './events.js';
import type { OriginSwap, SwapSteps, SwapStepsInput } from './originSwap.js';
import type { Permits } from './permits.js';
import type { RawCalls } from './rawCalls.js';
import type { PriceFeed } from '../prices/priceFeed.js';
import type { OrderCalls } from './orderCalls.js';
import type { ChainAsset } from './registry.js';
import type { Authorization } from '../schemas/quoteRequest.js';
import type { SwapCall, Swaps } from './swap.js';

/** A value kept in memory, with the time at which it was true. Users decide how old is too old. */
export interface Observed<T> {
  readonly value: T;
  /** Milliseconds since 1970. */
  readonly observedAt: number;
}

/** Watches a chain. */
export interface Observe {
  /**
   * Follows the chain from the newest of `known` that is still part of it; a rollback is yielded first where the
   * newest is not. With nothing known it starts at the configured height. Ends when the signal aborts; retries its
   * endpoints by itself and never skips a block.
   */
  updates(known: readonly Cursor[], signal: AbortSignal): AsyncIterable<ChainUpdate>;
  /** Reads one transaction again and returns our events in it. @throws PortageError `UNKNOWN_TRANSACTION` */
  trace(txId: string, signal?: AbortSignal): Promise<readonly ChainEvent[]>;
  /**
   * Whether a quorum of independent endpoints agrees that these deposits happened, one answer each. Asked before money
   * is spent; an endpoint that fails never counts as agreeing, and the quorum never shrinks.
   */
  confirm(deposits: readonly DepositEvent[], signal?: AbortSignal): Promise<readonly boolean[]>;
  /** The newest block seen, or undefined before the first. */
  tip(): Observed<Cursor> | undefined;
}

/** What the user is asked to do to pay for an order. */
export interface DepositStepsInput {
  readonly requestId: string;
  readonly orderId: string;
  readonly payer: string;
  readonly currency: string;
  readonly amount: bigint;
  /** Who pays the fees of the deposit instead of the payer; only where {@link Deposits.takesFeePayer} says so. */
  readonly feePayer?: string | undefined;
  /** Whether the deposit names how much it may compute, where a chain leaves that to its users. */
  readonly computeUnitLimit?: boolean | undefined;
  /**
   * A swap that brings what is paid in; only where {@link Deposits.takesSwaps} says so. `currency` and `amount` keep their
   * meaning: what the order takes. Between the swap's minimum and `amount` goes in, and what is above comes back.
   */
  readonly swap?: OriginSwap | undefined;
  /** The order's address ({@link Deposits.addresses}): the only step is a plain transfer to it. */
  readonly depositAddress?: string | undefined;
}

/** How money enters the depository of a chain. */
export interface Deposits {
  readonly depository: string;
  /** Somebody else may pay the fees of a deposit; absent where the payer always does. */
  readonly takesFeePayer?: boolean;
  /** A deposit may swap before it pays ({@link DepositStepsInput.swap}); absent where it cannot. */
  readonly takesSwaps?: boolean;
  /** Deposits for which payers only sign; absent where they must send them themselves. */
  readonly permits?: Permits | undefined;
  /** Deposits that the payer's own account makes when we call it; absent where accounts have no code. */
  readonly rawCalls?: RawCalls | undefined;
  /** Addresses whose money becomes a deposit; absent where a payer must make the deposit itself. */
  readonly addresses?: DepositAddresses | undefined;
  /**
   * Steps that pay an order, in order. No network call.
   *
   * @throws PortageError where the deposit cannot be made as wished (`SOLANA_TX_TOO_LARGE`)
   */
  steps(input: DepositStepsInput): readonly Step[];
  /** The JSON text of {@link Deposits.steps}, where a chain prints it faster than `JSON.stringify` does. */
  stepsText?(input: DepositStepsInput): string;
  /** Steps of a swap that the payer makes alone, on this chain; absent where {@link Deposits.takesSwaps} is. No network call. */
  swapSteps?(input: SwapStepsInput): SwapSteps;
}

/** One destination call of an order. */
export interface OrderCall {
  readonly to: string;
  readonly value: bigint;
  readonly data: string;
}

/** A swap out of the solver's inventory into what an order pays, made by the payment itself. */
export interface FillSwap {
  /** What the solver gives. */
  readonly currency: string;
  /** All of it is spent; smallest units. */
  readonly amount: bigint;
  readonly calls: readonly SwapCall[];
  /** Units of gas that the calls are expected to burn. */
  readonly gas: number;
  /** Further tokens that the calls may leave over; what they leave goes back to the solver. */
  readonly touched: readonly string[];
  /** The least that must come out, as the order was signed; enforced on the chain. */
  readonly minimum: bigint;
  /** What comes out beyond this is the solver's. Default: all of it is the recipient's. */
  readonly maximum?: bigint | undefined;
}

/** Pays what an order promises, from the solver's inventory. All of it happens in one transaction, or nothing. */
export interface FillIntent {
  readonly type: 'fill';
  readonly orderId: string;
  readonly currency: string;
  readonly recipient: string;
  /** What is paid; where it is swapped for, what is expected to come out. */
  readonly amount: bigint;
  /** Made with what is paid; what they leave over goes to the recipient. */
  readonly calls: readonly OrderCall[];
  /** Where the solver does not hold what the order pays. */
  readonly swap?: FillSwap | undefined;
  /** Native currency that the recipient gets beside. */
  readonly topup?: bigint | undefined;
  /** Delegations of accounts that the transaction carries along (EIP-7702); it reverts unless they hold. */
  readonly authorizations?: readonly Authorization[] | undefined;
  /** The most gas that the calls may use, all of them together; what the chain allows a call unless given. */
  readonly callsGas?: number | undefined;
}

/** Pays a deposit, or part of it, back out of the depository. */
export interface RefundIntent {
  readonly type: 'refund';
  readonly orderId: string;
  /** The depositor under which the money was credited. */
  readonly depositor: string;
  readonly currency: string;
  readonly recipient: string;
  readonly amount: bigint;
  /** Distinguishes the refunds of one order; the same key always means the same payment. */
  readonly key: string;
}

/**
 * Makes a call that pays nobody out of the solver's hands: it brings in what somebody else signed for, or sweeps what lies
 * at an address. What comes of it is seen as an event; the call itself only costs gas.
 */
export interface CallIntent {
  readonly type: 'call';
  readonly orderId: string;
  /** Distinguishes the calls of one order; the same key always means the same call. */
  readonly key: string;
  readonly to: string;
  /** Native currency that goes along, smallest units. */
  readonly value: bigint;
  readonly data: string;
  /** The most gas that the transaction may use, in units. */
  readonly gasLimit: number;
  /** Delegations of accounts that the transaction carries along (EIP-7702). */
  readonly authorizations?: readonly Authorization[] | undefined;
  /** The deposit for its order without which it is not worth its gas: a simulation that shows no such deposit is one that reverts. */
  readonly deposits?: CallDeposit | undefined;
}

/** What a call must bring into the depository, as JSON. */
export interface CallDeposit {
  readonly currency: string;
  /** The least, in smallest units: decimal digits. */
  readonly minimum: string;
}

/** Pays somebody. */
export type PaymentIntent = FillIntent | RefundIntent;

/** Something that the solver pays for on a chain. */
export type SpendIntent = PaymentIntent | CallIntent;

/** Signed bytes and what identifies them. Stored before they are sent. */
export interface SignedTransaction {
  readonly txId: string;
  readonly raw: Uint8Array;
  readonly sender: string;
  /**
   * The sender's own number of the payment. At most one transaction with a sequence is ever final: by the chain's rules
   * where it counts (EVM: nonce), and elsewhere because another one is signed only when those before it can no longer land.
   */
  readonly sequence: bigint;
}

/** What an endpoint said when it was given bytes. `unknown` covers every ambiguous answer: the bytes may still land. */
export type BroadcastResult = { readonly status: 'accepted' } | { readonly status: 'rejected' | 'unknown'; readonly reason: string };

/** What became of a transaction. `replaced`: another transaction with its sequence is final. `blockHash` is left out where a chain does not say it. */
export type TransactionOutcome =
  | { readonly status: 'pending' | 'missing' | 'replaced' }
  | { readonly status: 'mined' | 'reverted'; readonly height: number; readonly blockHash?: string | undefined; readonly gasCost: bigint };

/** What a payment would do if it were made on top of the newest block. */
export type Simulation = { readonly status: 'passes' } | { readonly status: 'reverts'; readonly reason: string; readonly revert?: RevertTrace | undefined };

/** Why a transaction reverts, as far as the chain tells. */
export interface RevertTrace {
  /** What the called contract says. */
  readonly topLevel: string;
  /** What the call says that failed first, where the errors around it hold it; else the same. */
  readonly innermost: string;
  /** All of them, from the outside in. */
  readonly path: readonly string[];
  /** What kind of error the innermost is: one with words, a panic of the compiler, one of the contract's own, or nothing at all. */
  readonly type: 'error' | 'panic' | 'custom' | 'none';
  /** The bytes, hex. */
  readonly data: string;
}

/** Everything that spends on a chain. */
export interface Spend {
  /** The account that pays. */
  readonly sender: string;
  /** The sequence that the chain expects next from the sender; where the chain does not count, one more than the last that was sent. */
  nextSequence(signal?: AbortSignal): Promise<bigint>;
  /**
   * What payments would do on top of the newest block, one answer each. Asked before gas is spent on a payment that
   * depends on others: on pools, or on calls. Absent where nothing does.
   *
   * @throws PortageError `RPC_HTTP_ERROR`
   */
  simulate?(intents: readonly SpendIntent[], signal?: AbortSignal): Promise<readonly Simulation[]>;
  /** Signs intents with consecutive sequences. No network call: fees come from memory. */
  prepare(intents: readonly SpendIntent[], firstSequence: bigint): Promise<readonly SignedTransaction[]>;
  /**
   * The same payment again with the same sequence, so that one of them lands: with a higher fee, or, where what is signed
   * expires, signed anew once `previous` has expired. `previous` itself while nothing may take its place: the fee is at
   * its ceiling, or it may still land as it is.
   */
  bump(intent: SpendIntent, previous: SignedTransaction): Promise<SignedTransaction>;
  /**
   * A transaction that pays nobody and uses up a sequence. Where the one that holds the sequence is at hand it is
   * outbid for certain; without it a guess is made from the market.
   *
   * @throws PortageError `SERVICE_UNAVAILABLE` while the one that holds the sequence cannot be outbid
   */
  cancel(sequence: bigint, previous?: SignedTransaction): Promise<SignedTransaction>;
  /** Sends bytes that are already stored, in order, one answer each. */
  broadcast(transactions: readonly SignedTransaction[], signal?: AbortSignal): Promise<readonly BroadcastResult[]>;
  /** Looks transactions up, one answer each. */
  inspect(transactions: readonly Pick<SignedTransaction, 'txId' | 'sequence'>[], signal?: AbortSignal): Promise<readonly TransactionOutcome[]>;
}

/** Balances on a chain. */
export interface Balances {
  /** Reads the chain. @throws PortageError `RPC_HTTP_ERROR`; a balance that cannot be read is never 0. */
  read(account: string, currency: string, signal?: AbortSignal): Promise<bigint>;
  /** What the solver can spend, from memory; undefined before the first reading. */
  spendable(currency: string): Observed<bigint> | undefined;
}

/** A payment of an order, as far as its cost goes. */
export interface FillOperation extends Pick<FillIntent, 'calls' | 'callsGas' | 'topup' | 'authorizations'> {
  readonly type: 'fill';
  readonly currency: string;
  /** Units of gas of the swap that it makes; absent where it makes none. */
  readonly swapGas?: number | undefined;
}

/** Operations whose cost is known from memory. */
export type GasOperation =
  | { readonly type: 'approve'; readonly currency: string }
  /** A plain transfer of a payer, and what moves it out of a deposit address into the depository. */
  | { readonly type: 'transfer' | 'sweep'; readonly currency: string }
  /**
   * `currency` is what is paid in; `swapGas`, where a swap brings it, is the gas of its quote in units. A swap that the
   * payer makes alone is taken to cost the same, with what comes out as its currency.
   */
  | { readonly type: 'deposit'; readonly currency: string; readonly swapGas?: number | undefined }
  | FillOperation
  | { readonly type: 'refund'; readonly currency: string }
  /** A call of ours that may use so much gas, in units. */
  | { readonly type: 'call'; readonly gasLimit: number };

/** Costs on a chain, from memory. */
export interface Gas {
  /** Cost of an operation in the native currency's smallest unit; undefined before the first reading of fees. */
  estimate(operation: GasOperation): Observed<bigint> | undefined;
  /**
   * Rent of the accounts that a payment has to open for its recipient, in the native currency's smallest unit; absent on
   * chains without rent. Known from memory where the recipient was paid or asked about lately; otherwise one reading.
   *
   * @throws PortageError `RPC_HTTP_ERROR` when it is not known and cannot be read
   */
  rent?(payment: { readonly currency: string; readonly recipient: string }): bigint | Promise<bigint>;
}

/** When a deposit may be spent against. */
export interface Finality {
  /** Blocks that must stand on a deposit of this value, its own included; `finalized` waits for the chain's own word. */
  confirmations(valueMicroUsd: bigint): number | 'finalized';
}

/** One chain, as the service sees it. A chain that cannot do a thing lacks that member. */
export interface Chain {
  readonly id: number;
  readonly slug: string;
  readonly vm: string;
  readonly codec: Codec;
  readonly native: ChainAsset;
  /** Currencies that the chain trades, native first. */
  readonly assets: readonly ChainAsset[];
  /** What `GET /chains` says. */
  readonly info: ChainInfo;
  /** Value of `extraData` for payments and refunds on this chain: the contract that makes them, or `0x`. */
  readonly extraData: string;
  /** Seconds that a payment on this chain usually takes. */
  readonly secondsPerPayment: number;
  readonly observe: Observe;
  readonly finality: Finality;
  readonly deposit?: Deposits;
  readonly spend?: Spend;
  readonly swaps?: Swaps;
  readonly calls?: OrderCalls;
  readonly balances: Balances;
  readonly gas: Gas;
  /**
   * Prices that the chain itself knows, those of its pools: one feed for the moment, one for what it was over time. A
   * configuration names them as `pool@base`: the feed's name and the chain's slug.
   */
  readonly prices?: readonly PriceFeed[];
  /** What was found amiss when the chain was opened, and is left off because of it: sentences for operators. */
  readonly warnings?: readonly string[];
  /**
   * Whether an account may receive a payment here (not a token, not one of our contracts, not a precompile).
   *
   * @throws PortageError `INVALID_RECIPIENT`
   */
  checkRecipient(recipient: string): void;
}

/** A family of chains: how to read its addresses and how to open one of its chains. */
export interface Vm<Config = never> {
  readonly name: string;
  readonly codec: Codec;
  /** Connects to a chain, checks that it is the right one, and keeps its memory fresh until the signal aborts. */
  open(config: Config, signal: AbortSignal): Promise<Chain>;
}

/**
 * Declares a VM; a function only so that its configuration type is inferred.
 *
 * @example
 * ```ts
 * export const mychain = defineVm({ name: 'mychain', codec, open: openMyChain });
 * ```
 */
export function defineVm<Config>(vm: Vm<Config>): Vm<Config> {
  return vm;
}
