import { isRecord } from '../storage/isRecord.js';

/** A refusal of the service. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Advice of the service on the refusal; undefined where it gives none. */
  readonly hint: string | undefined;

  constructor(status: number, code: string, message: string, hint?: string) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.hint = hint;
  }
}

/**
 * Asks an endpoint with a key.
 *
 * @throws ApiError for an answer that is none of the 200s
 */
export async function readApi(path: string, key: string, signal: AbortSignal): Promise<unknown> {
  return bodyOf(await fetch(path, { headers: { 'x-api-key': key }, signal }));
}

/**
 * Posts a body to an endpoint with a key.
 *
 * @throws ApiError for an answer that is none of the 200s
 */
export async function postApi(path: string, key: string, body: object): Promise<unknown> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  return bodyOf(await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }));
}

async function bodyOf(answer: Response): Promise<unknown> {
  const body: unknown = await answer.json();
  if (answer.ok) return body;
  const { message, errorCode: code, hint } = isRecord(body) ? body : {};
  throw new ApiError(
    answer.status,
    typeof code === 'string' ? code : 'UNKNOWN_ERROR',
    typeof message === 'string' ? message : `The service answers ${String(answer.status)}.`,
    typeof hint === 'string' ? hint : undefined,
  );
}
