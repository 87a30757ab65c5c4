import { endpoints, type Endpoint, type EndpointName } from '@portage/core/schemas';
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { PrintedJson, sent } from './answers.js';
import type { Call, RouteHandler } from './context.js';
import { parseInput } from './parseInput.js';
import { jsonType } from './sendJson.js';

/** Makes a handler of the HTTP framework: it reads the call by the table, and sends the answer. */
export function createHandler<Name extends EndpointName>(
  name: Name,
  handle: RouteHandler<Name>,
): RouteHandlerMethod {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | string> => {
    const answer = await handle(createCall(name, request), reply);
    if (answer === sent) return reply;
    reply.header('content-type', jsonType);
    return answer instanceof PrintedJson ? answer.text : JSON.stringify(answer);
  };
}

function createCall<Name extends EndpointName>(name: Name, request: FastifyRequest): Call<Name> {
  const endpoint: Endpoint = endpoints[name];
  return {
    request,
    read: (part) => {
      const schema = endpoint[part];
      if (schema === undefined) throw new Error(`Assertion failed: ${name} has no ${part}`);
      // The schema is the one by which the type of the part is made.
      return parseInput(schema, request[part]);
    },
  };
}
