import {
  errorCodes,
  isPortageError,
  requestFault,
  type PortageError,
  type ErrorBody,
  type ErrorCode,
  standardError,
} from '@portage/core';
import { fromZod } from '@portage/core/schemas';
import { z } from 'zod';

/** Error in the form of an HTTP answer. */
export interface ErrorAnswer {
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;
  /** True for a fault of the service, which belongs in the log. */
  readonly isOurs: boolean;
}

/** Characters of a caller's text that an answer may repeat. */
const echoMax = 200;

const messageMax = 500;

/** Control characters, marks that reverse the direction of text, and halves of surrogate pairs. */
const unsafe =
  /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/gu;

/**
 * Codes of the service's own faults whose message helps the caller and reveals nothing internal.
 */
const speaking: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'PRICE_FETCH_FAILED',
  'SERVICE_UNAVAILABLE',
]);

/** Fastify's codes for faults that a caller can cause. */
const fastifyCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'INVALID_REQUEST',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'INVALID_JSON',
  FST_ERR_CTP_INVALID_JSON_BODY: 'INVALID_JSON',
  FST_ERR_BAD_URL: 'INVALID_REQUEST',
  FST_ERR_NOT_FOUND: 'NOT_FOUND',
};

/**
 * Text of a caller, made safe for an answer: cut to 200 characters, with deceptive characters
 * escaped.
 *
 * @example
 * ```ts
 * echo('a\u0000b'); // 'a\\u0000b'
 * ```
 */
export function echo(text: string, lengthMax: number = echoMax): string {
  const short = text.length > lengthMax ? `${text.slice(0, lengthMax)}…` : text;
  return short.replace(
    unsafe,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Answer of an error; the one place that makes it. An unknown error is a fault of the service:
 * status 500, and no internal detail.
 *
 * @param incident - id of the call in the log; answers to the service's own faults repeat it
 */
export function toErrorAnswer(error: unknown, incident: string): ErrorAnswer {
  const known = recognise(error);
  const entry = errorCodes[known.code];
  const isOurs = entry.status >= 500;
  // Codes of the operator's side answer 500 as well; callers learn no more than that.
  const code: ErrorCode = entry.status === 500 ? 'UNKNOWN_ERROR' : known.code;
  const silent = isOurs && !speaking.has(code);
  const errors = known.details.map(({ path, message }) => ({
    path: echo(path),
    message: echo(message, messageMax),
  }));
  const errorData = silent ? undefined : toWire(known.context);
  return {
    isOurs,
    headers: retryHeaders(code, known.context),
    body: {
      message: silent ? errorCodes[code].message : echo(known.message, messageMax),
      errorCode: code,
      code,
      statusCode: errorCodes[code].status,
      ...(errors.length === 0 ? {} : { errors }),
      ...(known.hint === undefined || silent ? {} : { hint: echo(known.hint, messageMax) }),
      ...(errorData === undefined ? {} : { errorData }),
      ...(isOurs ? { requestId: incident } : {}),
    },
  };
}

function recognise(error: unknown): PortageError {
  if (isPortageError(error)) return error;
  if (error instanceof z.ZodError) return fromZod(error);
  if (error instanceof Error && 'code' in error && error.code === 'FST_ERR_MAX_PARAM_LENGTH')
    return requestFault('address', 'has a part of more than 256 characters');
  const fastify =
    error instanceof Error && 'code' in error && typeof error.code === 'string'
      ? fastifyCodes[error.code]
      : undefined;
  if (fastify !== undefined) return standardError(fastify, { cause: error });
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  // Fastify's parser throws a plain syntax error for some bodies, marked with the status.
  if (error instanceof SyntaxError && status === 400)
    return standardError('INVALID_JSON', { cause: error });
  // Files of `GET /docs`: a path out of their folder is forbidden, and no place of ours.
  if (status === 403 || status === 404) return standardError('NOT_FOUND', { cause: error });
  if (status === 400) return standardError('INVALID_REQUEST', { cause: error });
  return standardError('UNKNOWN_ERROR', { cause: error });
}

/** Error context as JSON: amounts become text. */
function toWire(context: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined {
  if (Object.keys(context).length === 0) return undefined;
  const text = JSON.stringify(context, (_, value: unknown) => {
    if (typeof value === 'bigint') return value.toString();
    return typeof value === 'string' ? echo(value, messageMax) : value;
  });
  const copy: unknown = JSON.parse(text);
  return typeof copy === 'object' && copy !== null ? { ...copy } : undefined;
}

function retryHeaders(
  code: ErrorCode,
  { retryAfterSeconds }: Readonly<Record<string, unknown>>,
): Record<string, string> {
  if (typeof retryAfterSeconds === 'number') return { 'retry-after': retryAfterSeconds.toString() };
  return code === 'RATE_LIMITED' || errorCodes[code].status === 503 ? { 'retry-after': '1' } : {};
}
