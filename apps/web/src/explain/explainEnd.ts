/** Why a swap ended without the money at its destination, for people. */
const reasons: Readonly<Record<string, string>> = {
  AMOUNT_TOO_LOW: 'Less arrived than the quote was for.',
  ORDER_EXPIRED: 'The payment came after the quote had expired.',
  SLIPPAGE: 'The price moved further than your slippage allows.',
};

/** Puts the reason of a refund or failure into words. */
export function explainReason(reason: string | undefined): string {
  if (reason === undefined || reason === 'N/A') return '';
  return reasons[reason] ?? `Reason: ${reason.toLowerCase().replaceAll('_', ' ')}.`;
}
