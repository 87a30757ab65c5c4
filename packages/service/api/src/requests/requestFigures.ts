import type { Chains } from '@portage/core/chain';
import {
  decodeStoredQuote,
  settledQuote,
  type BookedFigures,
  type QuoteFigures,
  type SettledQuote,
} from '@portage/quoter';
import { bookedFigures } from './bookedFigures.js';
import type { RequestContent } from './requestContent.js';

/** Figures of a request in its three phases. */
export interface RequestFigures {
  /** Stored quote; undefined where it is not readable. */
  readonly figures: QuoteFigures | undefined;
  /** Bookings; undefined until the books know. */
  readonly booked: BookedFigures | undefined;
  /** Outcome by the bookings; undefined until the books know. */
  readonly settled: SettledQuote | undefined;
}

/** Figures of a request, from its stored quote and its bookings. Pure. */
export function requestFigures(content: RequestContent, chains: Chains): RequestFigures {
  const { request, currencies } = content;
  const { payer, recipient } = request;
  const figures = decodeStoredQuote(request.quote, { payer, recipient, currencies });
  const booked = figures === undefined ? undefined : bookedFigures(content, figures, chains);
  const settled =
    figures === undefined || booked === undefined ? undefined : settledQuote(figures, booked);
  return { figures, booked, settled };
}
