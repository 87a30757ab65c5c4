import { PortageError } from '@portage/core';
import { endpoints, type Endpoint, type EndpointName } from '@portage/core/schemas';
import type { FastifyInstance, onRequestHookHandler, RouteHandlerMethod } from 'fastify';
import { accessHooks } from './access/accessHooks.js';
import { tellOfAnswers } from './routes/answerListener.js';
import type { Route, RouteContext } from './routes/context.js';
import { createHandler } from './routes/createHandler.js';
import { routes } from './routes/routes.js';
import { unsupported } from './routes/unsupported.js';

/**
 * Deprecation date of most endpoints that have a successor: the first day of the project, which has
 * never offered them without their successors.
 */
const firstDay = '2026-11-21';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/**
 * Registers every endpoint of the table: with its handler, or with an answer that it is not
 * offered.
 */
export function registerRoutes(app: FastifyInstance, context: RouteContext): void {
  // The keys of a table that is `as const` are its names.
  const names = Object.keys(endpoints) as EndpointName[];
  const offered = names.filter((name) => routes[name] !== undefined);
  for (const name of names) {
    const endpoint: Endpoint = endpoints[name];
    const url = endpoint.path.replace(/\{(\w+)\}/g, ':$1');
    const handler = handlerOf(name, context);
    const { onRequest, onResponse } = accessHooks(context.access, name);
    const before =
      endpoint.deprecated === true ? [onRequest, markDeprecated(endpoint)] : [onRequest];
    const onSend =
      context.onAnswer === undefined ? {} : { onSend: tellOfAnswers(name, context.onAnswer) };
    if (handler === undefined) {
      app.route({
        method: endpoint.method,
        url,
        onRequest: [...before, refuseWith(() => unsupported(name, offered))],
        onResponse,
        ...onSend,
        handler: unreachable,
      });
    } else {
      app.route({
        method: endpoint.method,
        url,
        onRequest: before,
        onResponse,
        ...onSend,
        handler,
      });
    }
    registerOtherMethods(
      app,
      url,
      names
        .filter((other) => endpoints[other].path === endpoint.path)
        .map((other) => endpoints[other].method),
    );
  }
}

/** Handler of an endpoint; undefined where this version does not offer it. */
// The parameter ties the route to its name, so that both have the types of one endpoint.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
function handlerOf<Name extends EndpointName>(
  name: Name,
  context: RouteContext,
): RouteHandlerMethod | undefined {
  const route: Route<Name> | undefined = routes[name];
  return route === undefined ? undefined : createHandler(name, route(context));
}

/** Known paths answer unknown methods with 405, before a body is read. */
function registerOtherMethods(app: FastifyInstance, url: string, allowed: readonly string[]): void {
  const others = methods.filter(
    (method) => !allowed.includes(method) && !app.hasRoute({ method, url }),
  );
  if (others.length === 0) return;
  const allow = [
    ...new Set(allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))),
  ].join(', ');
  const refuse: onRequestHookHandler = (request, reply, done) => {
    void reply.header('allow', allow);
    done(
      new PortageError('METHOD_NOT_ALLOWED', {
        message: `${request.method} is not possible here, only ${allow.replace(', ', ' and ')}.`,
      }),
    );
  };
  app.route({
    method: others,
    url,
    onRequest: refuse,
    handler: unreachable,
    exposeHeadRoute: false,
  });
}

function refuseWith(error: () => PortageError): onRequestHookHandler {
  return (_request, _reply, done) => {
    done(error());
  };
}

/** Tells that an endpoint has a successor, and until when it is offered (RFC 9745, RFC 8594). */
function markDeprecated({
  deprecatedSince = firstDay,
  sunset,
}: Pick<Endpoint, 'deprecatedSince' | 'sunset'>): onRequestHookHandler {
  const since = `@${String(Date.parse(deprecatedSince) / 1000)}`;
  const until = sunset === undefined ? undefined : new Date(sunset).toUTCString();
  return (_request, reply, done) => {
    void reply.header('deprecation', since);
    if (until !== undefined) void reply.header('sunset', until);
    done();
  };
}

function unreachable(): never {
  throw new Error('Assertion failed: a hook answers before this handler');
}
