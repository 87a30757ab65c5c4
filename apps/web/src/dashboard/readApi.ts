import { isRecord } from '../storage/isRecord.js';

/** A refusal of the service. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
  }
}

/**
 * Asks an endpoint with a key.
 *
 * @throws ApiError for an answer that is none of the 200s
 */
export async function readApi(path: string, key: string, signal: AbortSignal): Promise<unknown> {
  const answer = await fetch(path, { headers: { 'x-api-key': key }, signal });
  const body: unknown = await answer.json();
  if (answer.ok) return body;
  const [message, code] = isRecord(body) ? [body['message'], body['errorCode']] : [];
  throw new ApiError(
    answer.status,
    typeof code === 'string' ? code : 'UNKNOWN_ERROR',
    typeof message === 'string' ? message : `The service answers ${String(answer.status)}.`,
  );
}
