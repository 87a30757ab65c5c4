import type { Step } from '@portage/core';
import type {
  Chain,
  ChainAsset,
  DepositAddresses,
  Deposits,
  DepositStepsInput,
  GaslessTerms,
  GasOperation,
  PermitTerms,
} from '@portage/core/chain';
import type { Sends } from '@portage/core/plugin';

/** Native currency that an operation burns on the origin chain. */
export type GasCost = (operation: GasOperation) => bigint;

/** Cost of a payment on the origin chain; `swapGas` is in units of gas. */
export interface PaymentCosts {
  /** Burnt by the payer's own transactions. */
  payerGas(cost: GasCost, swapGas?: number): bigint;
  /** Burnt by the solver to bring the deposit in: a permit, a gasless call, a sweep. */
  solverGas(cost: GasCost, swapGas?: number): bigint;
  /** Whether the solver's part grows with the gas of a swap before the deposit. */
  readonly solverPaysSwapGas: boolean;
}

/** A deposit address of an order. */
export interface AddressTerms {
  readonly addresses: DepositAddresses;
  /** `strict` takes the quoted amount; `open` any amount, again and again. */
  readonly type: 'strict' | 'open';
  /** Account in whose name money is paid in, and that may reclaim it from the depository. */
  readonly depositor: string;
}

/**
 * Limits of a payment in time, in milliseconds since 1970, and what was asked of its chain.
 */
export interface PaymentGiven extends PaymentFacts {
  readonly now: number;
  /** A deposit after this moment is refunded. */
  readonly fillBy: number;
}

/** Terms that the solver needs to make a deposit itself. */
export interface PaymentTerms {
  readonly permit?: PermitTerms | undefined;
  readonly gasless?: GaslessTerms | undefined;
}

/** Steps of a payment, and what is kept of them. */
export interface PaymentSteps {
  readonly steps: readonly Step[];
  readonly terms: PaymentTerms;
}

/** Answer of a chain before steps can be made. */
export interface PaymentFacts {
  /** Number of the payer's next permit; undefined where none is counted. */
  readonly permitNonce?: bigint | undefined;
  /** Steps of deposits for which something of the payer was read. */
  readonly deposits?: Pick<Deposits, 'steps'> | undefined;
}

/** A way in which money gets into the depository for an order. */
export interface OrderPayment extends PaymentCosts {
  readonly type: 'deposit' | 'direct' | 'permit' | 'gasless' | 'depositAddress';
  /** Contract that takes the money. */
  readonly depository: string;
  /** Asks the origin chain; absent where there is nothing to ask. */
  readonly ask?: ((signal: AbortSignal) => Promise<PaymentFacts>) | undefined;
  /** Address that is paid by a plain transfer; `depositAddress` only. */
  readonly address?: AddressTerms | undefined;
  steps(input: DepositStepsInput, given: PaymentGiven): PaymentSteps;
}

/** A swap within one chain that its payer makes alone: no order, and no fill. */
export interface SelfSwap extends PaymentCosts {
  readonly type: 'selfSwap';
  readonly ask?: undefined;
  readonly address?: undefined;
  steps(
    input: Parameters<NonNullable<Deposits['swapSteps']>>[0],
  ): ReturnType<NonNullable<Deposits['swapSteps']>>;
}

/** A plain transfer within one chain: no order, and no fill. */
export interface PlainSend extends PaymentCosts {
  readonly type: 'send';
  /** Asks the chain about the accounts of the transfer. */
  readonly ask: (signal: AbortSignal) => Promise<PaymentFacts>;
  readonly address?: undefined;
  readonly steps: Sends['steps'];
}

/** A way to pay for which nothing is promised: the payer does all of it. */
export type SelfPayment = SelfSwap | PlainSend;

/** A way to pay. */
export type PaymentMethod = OrderPayment | SelfPayment;

/** Whether the payer does all of it alone, so that there is no order. */
export function isSelfPayment(payment: PaymentMethod): payment is SelfPayment {
  return payment.type === 'selfSwap' || payment.type === 'send';
}

/** Side of a payment on which its payer stands. */
export interface PayingSide {
  readonly chain: Chain;
  readonly asset: ChainAsset;
  readonly deposits: Deposits;
  readonly payer: string;
  /** Public key behind the payer's address as hex, where the request tells it. */
  readonly publicKey?: string | undefined;
}
