/** Why a swap ended without the money at its destination, for people. */
const reasons: Readonly<Record<string, string>> = {
  AMOUNT_TOO_LOW: 'Less arrived than the quote was for.',
  BLOCKED_WALLET: 'The service may not pay this wallet.',
  DEPOSITED_AMOUNT_TOO_LOW_TO_FILL: 'Less arrived than the quote was for.',
  DEPOSIT_CHAIN_MISMATCH: 'The payment came on another chain than the quote says.',
  DEPOSIT_REORGED: 'The chain took your payment back before it was final.',
  DESTINATION_TOKEN_TRANSFER_REJECTED: 'The recipient could not take this currency.',
  DOUBLE_SPEND: 'The payment was spent a second time elsewhere.',
  EXECUTION_REVERTED: 'A call that belongs to the swap failed on the destination.',
  INCORRECT_DEPOSIT_CURRENCY: 'Another currency arrived than the quote was for.',
  INSUFFICIENT_POOL_LIQUIDITY: 'The market could not trade so much at the price.',
  MANUAL_ADMIN_REFUND: 'The operator of the service paid you back.',
  NEGATIVE_NEW_AMOUNT_AFTER_FEES: 'What arrived did not cover the fees.',
  ORDER_ALREADY_FILLED: 'This swap was paid out before; what came again went back.',
  ORDER_EXPIRED: 'The payment came after the quote had expired.',
  ORIGIN_CURRENCY_MISMATCH: 'Another currency arrived than the quote was for.',
  PROTOCOL_DEADLINE_EXPIRED: 'The swap could not be made in time.',
  RECLAIMED: 'You took the payment back yourself.',
  RECLAIM_REQUESTED: 'You asked for the payment back.',
  SLIPPAGE: 'The price moved further than your slippage allows.',
  SOLVER_BALANCE_TOO_LOW: 'There was not enough of this currency to pay you out.',
  SOLVER_CAPACITY_EXCEEDED: 'There was not enough of this currency to pay you out.',
  SPONSOR_BALANCE_TOO_LOW: 'The sponsor of the fees had nothing left.',
  SWAP_IMPACT_TOO_HIGH: 'The price moved further than your slippage allows.',
  TOO_LITTLE_RECEIVED: 'The price moved further than your slippage allows.',
  TTL_EXPIRED: 'The payment came after the quote had expired.',
};

/** Puts the reason of a refund or failure into words. */
export function explainReason(reason: string | undefined): string {
  if (reason === undefined || reason === 'N/A') return '';
  return reasons[reason] ?? `Reason: ${reason.toLowerCase().replaceAll('_', ' ')}.`;
}
