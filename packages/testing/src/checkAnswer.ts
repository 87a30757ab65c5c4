import { isDeepStrictEqual } from 'node:util';
import { errorCodes } from '@portage/core';
import {
  endpointCodes,
  endpoints,
  errorBodySchema,
  type EndpointName,
} from '@portage/core/schemas';

/** Answer of an endpoint, as it was sent. */
export interface CheckedAnswer {
  readonly name: EndpointName;
  /** HTTP status. */
  readonly status: number;
  /** Text of the body; empty without one. */
  readonly text: string;
}

/**
 * Holds an answer of a service to the table of endpoints: a success to the schema of its endpoint,
 * a refusal to that of errors, and its code and status to those that the endpoint may answer.
 * Members that the schema does not name are a fault too.
 *
 * @throws Error that names the endpoint and what is wrong with its answer
 * @example
 * ```ts
 * checkAnswer({ name: 'swapSources', status: 200, text: '{"sources":[]}' });
 * ```
 */
export function checkAnswer({ name, status, text }: CheckedAnswer): void {
  if (status === 304) return;
  const { method, path, response } = endpoints[name];
  const place = `The answer ${status} of ${method} ${path}`;
  // The health of a service that is not well is answered with a status of its own.
  const schema = status < 400 || (name === 'health' && status === 503) ? response : errorBodySchema;
  const body: unknown = JSON.parse(text);
  const parsed = schema.safeParse(body);
  if (!parsed.success)
    throw new Error(
      `${place} is not what its schema says: ${parsed.error.message} ${text.slice(0, 2_000)}`,
    );
  const refused = errorBodySchema.safeParse(body);
  if (schema === errorBodySchema && refused.success)
    checkRefusal({ name, place, status }, refused.data.errorCode);
  if (!isDeepStrictEqual(parsed.data, body))
    throw new Error(`${place} has members that its schema does not name: ${text.slice(0, 2_000)}`);
}

/** An answer with its place in words. */
interface RefusedAnswer extends Pick<CheckedAnswer, 'name' | 'status'> {
  readonly place: string;
}

/** A code has one status, and an endpoint those codes that its table names. */
function checkRefusal({ name, place, status }: RefusedAnswer, code: string): void {
  const known = endpointCodes(name).find((each) => each === code);
  if (known === undefined) throw new Error(`${place} has a code that its table lacks: ${code}`);
  if (errorCodes[known].status !== status)
    throw new Error(`${place} has a status that ${code} does not have`);
}
