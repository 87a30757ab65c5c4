import { errorCodes, PortageError, standardError, type ErrorCode } from '@portage/core';
import type { Facade, FacadeQuestion } from '@portage/core/plugin';
import { endpoints, errorBodySchema, type EndpointName } from '@portage/core/schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Caller in whose name a façade asks. */
export interface AskingCaller {
  readonly request: FastifyRequest;
  readonly facade: Pick<Facade, 'keyHeader'>;
}

/**
 * Asks an endpoint of the server in the name of a caller: its address and API key go along, and
 * nothing else of its head.
 *
 * @throws PortageError with code, words and context of the answer
 */
export async function askAs(
  app: FastifyInstance,
  caller: AskingCaller,
  name: EndpointName,
  { params = {}, query = {}, body }: FacadeQuestion = {},
): Promise<unknown> {
  const { method, path } = endpoints[name];
  const answer = await app.inject({
    method,
    url: path.replace(/\{(\w+)\}/g, (_, member: string) =>
      encodeURIComponent(params[member] ?? ''),
    ),
    query: { ...query },
    remoteAddress: caller.request.ip,
    headers: headersOf(caller),
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const parsed: unknown = JSON.parse(answer.payload);
  if (answer.statusCode < 400) return parsed;
  throw readError(parsed);
}

function headersOf({ request: { headers }, facade }: AskingCaller): Record<string, string> {
  const names = ['x-api-key', ...(facade.keyHeader === undefined ? [] : [facade.keyHeader])];
  // Two keys go on as two, which the endpoint refuses: none of them is chosen for the caller.
  const keys = new Set(names.flatMap((name) => headers[name]?.toString() ?? []));
  return {
    'content-type': 'application/json',
    ...(keys.size === 0 ? {} : { 'x-api-key': [...keys].join(', ') }),
  };
}

function readError(body: unknown): PortageError {
  const parsed = errorBodySchema.safeParse(body);
  if (!parsed.success || !isCode(parsed.data.errorCode)) return standardError('UNKNOWN_ERROR');
  const { errorCode, message, hint, errors, errorData } = parsed.data;
  return new PortageError<ErrorCode>(errorCode, {
    message,
    hint,
    details: errors,
    context: errorData,
  });
}

function isCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorCodes, text);
}
