import { readText as readAll } from '@portage/core/http';
import { errorKinds, PortageError, type ErrorCode, type ErrorDetail } from '@portage/core/errors';
import { isRecord } from './isRecord.js';

/** Codes for answers without a code of ours, from a proxy or another server. */
const codesByStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'INVALID_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'BODY_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMITED',
  502: 'SERVICE_UNAVAILABLE',
  503: 'SERVICE_UNAVAILABLE',
  504: 'REQUEST_TIMED_OUT',
};

/** Longest answer in bytes. A list of all chains and currencies takes a fraction of it. */
const answerBytesMax = 8_000_000;

/**
 * Reads the text of an answer.
 *
 * @throws PortageError `HTTP_REQUEST_FAILED` when it breaks half-way, `INVALID_RESPONSE` when it is
 *   too long
 */
export function readText(response: Response): Promise<string> {
  return readAll(response, answerBytesMax);
}

/**
 * Reads the JSON of an answer.
 *
 * @throws PortageError with the code that the service sent, or `INVALID_RESPONSE` for anything that
 *   is not JSON
 */
export function readAnswer(response: Response, text: string): unknown {
  const body = parse(response, text);
  if (response.ok) return body;
  throw errorFrom(response.status, body);
}

function parse(response: Response, text: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    return body;
  } catch (cause) {
    // A proxy answers for a service that is away, and not in JSON.
    if (response.status >= 500) return {};
    const redirected =
      response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400);
    throw new PortageError('INVALID_RESPONSE', {
      message: redirected
        ? 'The service answered with a redirect, which is not followed.'
        : 'The service answered with something that is not JSON.',
      hint: 'Check the base address of the service.',
      context: { status: response.status, body: text.slice(0, 200) },
      cause,
    });
  }
}

function errorFrom(status: number, body: unknown): PortageError {
  const fields = isRecord(body) ? body : {};
  const named = [fields['errorCode'], fields['code']].find(isErrorCode);
  const message = [fields['message'], fields['error']].find((text) => typeof text === 'string');
  const hint = fields['hint'];
  return new PortageError(
    named ?? codesByStatus[status] ?? (status < 500 ? 'INVALID_REQUEST' : 'UNKNOWN_ERROR'),
    {
      message: message?.slice(0, 1000) ?? `The service answered with status ${String(status)}.`,
      hint: typeof hint === 'string' ? hint : undefined,
      details: readDetails(fields['errors']),
      context: {
        ...(isRecord(fields['errorData']) ? fields['errorData'] : {}),
        status,
        ...(typeof fields['requestId'] === 'string' ? { requestId: fields['requestId'] } : {}),
      },
    },
  );
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorKinds, code);
}

function readDetails(errors: unknown): readonly ErrorDetail[] {
  if (!Array.isArray(errors)) return [];
  return errors
    .filter(isRecord)
    .map((entry) => ({ path: String(entry['path']), message: String(entry['message']) }));
}
