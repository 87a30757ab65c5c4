import type { StatusResponse } from '@portage/core';
import { requestStatusSchema } from '@portage/core/schemas';
import { eventually } from '@portage/testing';

/** Statuses after which nothing more happens. */
const ends: readonly string[] = ['success', 'refund', 'failure'];

/** Status of a request, as the service at `url` tells it. */
export async function readStatus(url: string, requestId: string): Promise<StatusResponse> {
  const answer = await fetch(`${url}/intents/status/v3?requestId=${requestId}`);
  return requestStatusSchema.parse(await answer.json());
}

/** Whether nothing more happens to a request. Pure. */
export const hasEnded = ({ status }: StatusResponse): boolean => ends.includes(status);

/** Waits for the end of a request: its success, its refund or its failure. */
export const endOf = (url: string, requestId: string): Promise<StatusResponse> =>
  eventually(() => readStatus(url, requestId), hasEnded, { what: `the end of ${requestId}` });
