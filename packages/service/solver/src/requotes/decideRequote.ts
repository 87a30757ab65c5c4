import { isPortageError, type ErrorCode, type FailReason } from '@portage/core';
import type { NewRequest, OpenDeposit, RequoteDecision } from '@portage/settlement';

/** A market that says nothing for so long is not waited for: the money goes back. */
const attemptsMax = 20;

/** Reasons for giving a deposit back, in the words of the wire. */
const reasons: Partial<Record<ErrorCode, FailReason>> = {
  AMOUNT_TOO_LOW: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL',
  INSUFFICIENT_LIQUIDITY: 'SOLVER_CAPACITY_EXCEEDED',
  SPONSOR_BALANCE_TOO_LOW: 'SPONSOR_BALANCE_TOO_LOW',
  UNSUPPORTED_CURRENCY: 'INCORRECT_DEPOSIT_CURRENCY',
  INVALID_INPUT_CURRENCY: 'INCORRECT_DEPOSIT_CURRENCY',
};

/** Quotes a deposit that arrived, at the prices of now. @throws PortageError where it cannot */
export type QuoteDeposit = (deposit: OpenDeposit) => Promise<NewRequest>;

/** Everything that deciding works with. */
export interface RequoteContext {
  readonly quote: QuoteDeposit;
  readonly log: (message: string, context?: Readonly<Record<string, unknown>>) => void;
  /** Number of tries, this one included. */
  readonly attempts: number;
}

/**
 * Quotes a deposit. One that is refused goes back; one that may be quoted later is waited for.
 *
 * @throws PortageError that is retryable, while there are attempts left, and for as long as the
 *   service itself is unfit to quote; any other error as it is
 */
export async function decideRequote(
  { quote, log, attempts }: RequoteContext,
  deposit: OpenDeposit,
): Promise<RequoteDecision> {
  try {
    return { type: 'quoted', request: await quote(deposit) };
  } catch (error) {
    if (!isPortageError(error) || error.code === 'SERVICE_UNAVAILABLE') throw error;
    if (error.retryable && attempts < attemptsMax) throw error;
    log('a deposit is not quoted and goes back', {
      orderId: deposit.address.orderId,
      code: error.code,
      error: error.message,
    });
    return { type: 'refund', reason: reasons[error.code] ?? 'NO_QUOTES' };
  }
}
