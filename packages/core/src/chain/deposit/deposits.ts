import type { Step } from '../../schemas/steps.js';
import type { SwapSteps, SwapStepsInput } from '../swap/originSwap.js';
import type { DepositAddresses } from './depositAddresses.js';
import type { DepositPayer } from './depositPayer.js';
import type { DepositStepsInput } from './depositStepsInput.js';
import type { DirectDeposits } from './directDeposits.js';
import type { Permits } from './permits.js';
import type { SendPayment, Sends } from './sends.js';
import type { GaslessDeposits } from './gaslessDeposits.js';

/** Payment that may need an allowance. */
export interface ApprovedPayment {
  /** Currency that the payer gives. */
  readonly currency: string;
  /** How it is taken: by the depository, by a swap before it, or with a signature. */
  readonly by: 'deposit' | 'swap' | 'permit';
}

/** Ways in which money enters the depository of a chain. */
export interface Deposits {
  readonly depository: string;
  /**
   * Whether a payment carries the id of its request and nothing else. A request then has the id of
   * its order, so that the payment names both.
   */
  readonly namesRequest?: boolean | undefined;
  /** Another account may pay the fees of a deposit; absent where the payer always does. */
  readonly takesFeePayer?: boolean;
  /** A deposit may swap before it pays ({@link DepositStepsInput.swap}); absent where it cannot. */
  readonly takesSwaps?: boolean;
  /**
   * A deposit names its amount, so of what a swap brings the least is paid in, and what comes out
   * beyond it stays with the payer. Absent where all that comes out can be paid in.
   */
  readonly paysInMinimum?: boolean;
  /** Deposits for which payers only sign; absent where they must send them themselves. */
  readonly permits?: Permits | undefined;
  /**
   * Deposits that the payer's own account makes when we call it; absent where accounts have no
   * code.
   */
  readonly gasless?: GaslessDeposits | undefined;
  /** Addresses whose money becomes a deposit; absent where a payer must make the deposit itself. */
  readonly addresses?: DepositAddresses | undefined;
  /** Deposits by a transfer alone; absent where every deposit calls the depository. */
  readonly direct?: DirectDeposits | undefined;
  /** Plain transfers within the chain; absent where they cannot be recognised. */
  readonly sends?: Sends | undefined;
  /**
   * Account that a payer allows to take a currency before it pays; undefined where none has to be.
   * Absent where payments need no allowance.
   */
  readonly approvedTo?: ((payment: ApprovedPayment) => string | undefined) | undefined;
  /**
   * Steps that pay an order, in order. No network call.
   *
   * @throws PortageError where the deposit cannot be made as wished (`SOLANA_TX_TOO_LARGE`)
   */
  steps(input: DepositStepsInput): readonly Step[];
  /**
   * Reads what deposits of a payer are made of, as its coins; its steps are then made as those of
   * {@link Deposits.steps}, which is not asked. Absent where steps need nothing but their input.
   *
   * @throws PortageError `INVALID_REQUEST` with the path inside the body, `UNSUPPORTED_FEATURE`,
   *   `RPC_HTTP_ERROR`; its steps `INSUFFICIENT_FUNDS`, `AMOUNT_TOO_LOW`
   */
  forPayer?(payer: DepositPayer, signal: AbortSignal): Promise<Pick<Deposits, 'steps'>>;
  /**
   * Steps of a swap that the payer makes alone, on this chain; absent where
   * {@link Deposits.takesSwaps} is. No network call.
   */
  swapSteps?(input: SwapStepsInput): SwapSteps;
  /**
   * Whether such a swap can be made between two accounts; `currency` is what comes out. Absent
   * where it can between any.
   */
  readonly canSwapAlone?: ((payment: SendPayment) => boolean) | undefined;
}
