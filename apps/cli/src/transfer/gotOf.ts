import { isPortageError, Money } from '@portage/sdk';
import type { Session } from '../session.js';

/** Status of a request, and what arrived of it in smallest units. */
export interface Arrival {
  readonly status: string;
  readonly amountOut?: string | undefined;
}

/**
 * Amount that arrived, in whole units with its symbol. A status has smallest units alone, so the
 * list of requests is asked for the currency.
 *
 * @returns undefined where nothing has arrived, or where the list does not tell
 */
export async function gotOf(
  { portage, output, io }: Session,
  requestId: string,
  { status, amountOut }: Arrival,
): Promise<string | undefined> {
  if (output.json || status !== 'success' || amountOut === undefined) return undefined;
  try {
    const { requests } = await portage.getRequests({ id: requestId, limit: 1, signal: io.signal });
    const currency = requests[0]?.data.metadata?.currencyOut.currency;
    if (currency === undefined) return undefined;
    return `${Money.format(BigInt(amountOut), currency.decimals)} ${currency.symbol}`;
  } catch (error) {
    if (isPortageError(error)) return undefined;
    throw error;
  }
}
