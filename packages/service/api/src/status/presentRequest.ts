import { transition } from '@portage/core';
import { staysPayable } from '@portage/quoter';
import type { StoredRequest } from '@portage/settlement';

/**
 * A request as it is at a time. One of which no payment was seen in time has expired. That
 * is not stored: a payment may be seen later, and the request goes on from there.
 *
 * @param now - milliseconds since 1970
 */
export function presentRequest(request: StoredRequest, now: number): StoredRequest {
  const { status, fillBy, quote } = request;
  if (status !== 'waiting' || now <= fillBy || staysPayable(quote)) return request;
  return { ...request, status: transition(status, 'timePassed') };
}
