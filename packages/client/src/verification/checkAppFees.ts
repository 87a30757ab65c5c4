import type { AppFee, OrderData } from '@portage/core';
import { failCheck } from './failCheck.js';
import type { TrustedChain } from './trustedChain.js';

/** App fees that were asked for, and the payment and the chains of an order. */
export interface AppFeesContext {
  readonly asked: readonly AppFee[];
  /** Payment that the order waits for. */
  readonly paid: OrderData['inputs'][number]['payment'];
  /** Chain of the solver, where accounts of apps are. */
  readonly home: TrustedChain;
  readonly origin: TrustedChain;
}

/** Decimals of a basis point that are compared. */
const decimals = 24;
const wholeBps = 10_000n * 10n ** BigInt(decimals);

/**
 * Compares the fees of an order with those that were asked for: basis points of the deposit, those
 * of one recipient added up, rounded down.
 *
 * @throws PortageError `QUOTE_VERIFICATION_FAILED` (`app-fees`)
 */
export function checkAppFees(
  fees: OrderData['fees'],
  { asked, paid, home, origin }: AppFeesContext,
): void {
  const shares = new Map<string, bigint>();
  for (const { recipient, fee } of asked) {
    const account = home.codec.normalizeAddress(recipient);
    shares.set(account, (shares.get(account) ?? 0n) + readBps(fee));
  }
  const expected = [...shares]
    .map(([recipient, bps]) => ({
      recipient,
      amount: ((BigInt(paid.amount) * bps) / wholeBps).toString(),
    }))
    .filter(({ amount }) => amount !== '0');
  const isAsked = (fee: OrderData['fees'][number]): boolean =>
    fee.recipientChainId === home.slug &&
    fee.currencyChainId === origin.slug &&
    origin.sameCurrency(fee.currency, paid.currency) &&
    expected.some(
      ({ recipient, amount }) =>
        amount === fee.amount && home.sameAccount(recipient, fee.recipient),
    );
  const recipients = new Set(fees.map(({ recipient }) => recipient.toLowerCase()));
  if (
    recipients.size !== expected.length ||
    fees.length !== expected.length ||
    !fees.every(isAsked)
  )
    failCheck('app-fees', { message: 'the order owes other app fees.', expected, actual: fees });
}

/** Basis points times 10^24. */
function readBps(fee: string): bigint {
  const [whole = '', fraction = ''] = fee.split('.');
  return BigInt(`${whole}${fraction.slice(0, decimals).padEnd(decimals, '0')}`);
}
