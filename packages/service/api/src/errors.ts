import {
  errorCodes,
  fromZod,
  isPortageError,
  PortageError,
  type ErrorBody,
  type ErrorCode,
} from '@portage/core';
import { z } from 'zod';

/** An error as it travels. */
export interface ErrorAnswer {
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the fault is ours, so that it belongs into the log. */
  readonly isOurs: boolean;
}

/** How much of what a caller sent an answer may repeat. */
const echoMax = 200;

const messageMax = 500;

/** Control characters, marks that reverse the direction of text, and halves of surrogate pairs. */
const unsafe =
  /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/gu;

/** Faults of ours whose words help the caller and show nothing of the inside. */
const speaking: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['PRICE_FETCH_FAILED']);

/** What Fastify calls the faults that a caller can cause. */
const fastifyCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'INVALID_REQUEST',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'INVALID_JSON',
  FST_ERR_CTP_INVALID_JSON_BODY: 'INVALID_JSON',
  FST_ERR_BAD_URL: 'INVALID_REQUEST',
  FST_ERR_MAX_PARAM_LENGTH: 'INVALID_REQUEST',
  FST_ERR_NOT_FOUND: 'NOT_FOUND',
};

/**
 * Text of a caller, fit to stand in an answer: cut to 200 characters, and what could deceive a
 * reader is escaped.
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
 * The one place where an error becomes an answer. Whatever is not known here is a fault of ours:
 * 500, and not a word of the inside.
 *
 * @param incident - names the call in the log; repeated in answers to faults of ours
 */
export function toErrorAnswer(error: unknown, incident: string): ErrorAnswer {
  const known = recognise(error);
  const entry = errorCodes[known.code];
  const isOurs = entry.status >= 500;
  // Codes of the operator's side say 500 as well; callers learn no more than that.
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
  const fastify =
    error instanceof Error && 'code' in error && typeof error.code === 'string'
      ? fastifyCodes[error.code]
      : undefined;
  if (fastify !== undefined) return new PortageError(fastify, { cause: error });
  // Fastify's own parser throws a plain syntax error for some bodies, marked with the status.
  if (error instanceof SyntaxError && 'statusCode' in error && error.statusCode === 400)
    return new PortageError('INVALID_JSON', { cause: error });
  return new PortageError('UNKNOWN_ERROR', { cause: error });
}

/** Values that explain the error, as JSON: amounts become text. */
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
