import { PortageError, type ErrorBody } from '@portage/core';
import type { FacadeError } from '@portage/core/plugin';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { echo, toErrorAnswer } from './errors.js';
import type { ServerLog } from './log.js';
import { sendJson } from './routes/sendJson.js';

/** Answers a call with an error. */
export type AnswerError = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply;

/**
 * Creates the function that answers errors. The service's own faults go to the log.
 *
 * @param print - words of the answer; by default the service's own
 */
export function createAnswerError(
  log: ServerLog,
  print: (error: ErrorBody) => FacadeError = printOwn,
): AnswerError {
  return (error, request, reply) => {
    const { body, headers, isOurs } = toErrorAnswer(error, request.id);
    reply.errorCode = body.errorCode;
    if (isOurs && hasLeft(request))
      log.debug?.(
        { method: request.method, path: pathOf(request.url), requestId: request.id },
        'a caller broke its upload off',
      );
    else if (isOurs)
      log.error(
        { err: error, method: request.method, path: pathOf(request.url), requestId: request.id },
        'a request failed',
      );
    const printed = print(body);
    return sendJson(reply.code(printed.statusCode).headers(headers), JSON.stringify(printed.body));
  };
}

function printOwn(body: ErrorBody): FacadeError {
  return { statusCode: body.statusCode, body };
}

/** Gives every error of a server the same form, unknown paths included. */
export function registerErrors(app: FastifyInstance, answer: AnswerError): void {
  app.setErrorHandler(answer);
  app.setNotFoundHandler((request, reply) => {
    const error = new PortageError('NOT_FOUND', {
      message: `There is no endpoint ${request.method} ${echo(pathOf(request.url))}.`,
      hint: 'GET /openapi.json lists every endpoint; GET /docs shows them.',
    });
    return answer(error, request, reply);
  });
}

/** Whether the connection ended before the body did: the answer has no reader. */
function hasLeft({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

/** Path without its query, which may hold private data. */
function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
