import type { Socket } from 'node:net';

const answers = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    line: '408 Request Timeout',
    code: 'REQUEST_TIMED_OUT',
    message: 'The request did not arrive in time.',
  },
  HPE_HEADER_OVERFLOW: {
    line: '431 Request Header Fields Too Large',
    code: 'INVALID_REQUEST',
    message: 'The address and headers of the request are too long.',
  },
} as const satisfies Record<string, Refusal>;

const tooMany = {
  line: '429 Too Many Requests',
  code: 'RATE_LIMITED',
  message: 'Too many connections of this address are open.',
  retryAfterSeconds: 1,
} as const;

const malformed = {
  line: '400 Bad Request',
  code: 'INVALID_REQUEST',
  message: 'This is not HTTP.',
} as const;

/** Error of a connection, with Node’s own code. */
export interface ClientError extends Error {
  readonly code?: string;
}

/**
 * Answers input that never became a request: too long, too slow, or not HTTP. The connection ends
 * with it.
 */
export function writeClientError(error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  endWith(socket, isAnswered(error.code) ? answers[error.code] : malformed);
}

/** Answers a connection beyond the limit, and ends it once the answer is sent. */
export function writeTooManyConnections(socket: Socket): void {
  endWith(socket, tooMany);
  socket.destroySoon();
}

interface Refusal {
  readonly line: string;
  readonly code: string;
  readonly message: string;
  /** Seconds after which the caller may come back; undefined where waiting does not help. */
  readonly retryAfterSeconds?: number;
}

function endWith(socket: Socket, { line, code, message, retryAfterSeconds }: Refusal): void {
  const body = JSON.stringify({
    message,
    errorCode: code,
    code,
    statusCode: Number(line.slice(0, 3)),
  });
  const head = [
    `HTTP/1.1 ${line}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    ...(retryAfterSeconds === undefined ? [] : [`retry-after: ${String(retryAfterSeconds)}`]),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function isAnswered(code: string | undefined): code is keyof typeof answers {
  return code !== undefined && Object.hasOwn(answers, code);
}
