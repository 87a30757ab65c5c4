import type { Facade, FacadeRoute } from '@portage/core/plugin';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServerLog } from '../log.js';
import { createAnswerError, registerErrors } from '../registerErrors.js';
import { jsonType } from '../routes/sendJson.js';
import { askAs } from './askAs.js';

/**
 * Registers interfaces of other services, each under its prefix and with errors in its own words.
 * They only ask the service's own endpoints, in the name of the caller: rights, limits and counts
 * are of those.
 */
export function registerFacades(
  app: FastifyInstance,
  facades: readonly Facade[],
  log: ServerLog,
): void {
  for (const facade of facades) {
    void app.register(
      (scope, _options, done) => {
        registerErrors(
          scope,
          createAnswerError(log, (error) => facade.printError(error)),
        );
        for (const route of facade.routes) registerRoute(scope, { app, facade, route });
        done();
      },
      { prefix: facade.prefix },
    );
  }
}

interface FacadeParts {
  /** Server whose endpoints are asked. */
  readonly app: FastifyInstance;
  readonly facade: Facade;
  readonly route: FacadeRoute;
}

function registerRoute(scope: FastifyInstance, { app, facade, route }: FacadeParts): void {
  scope.route({
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/g, ':$1'),
    handler: async (request: FastifyRequest, reply): Promise<string> => {
      const answer = await route.answer({
        params: textsOf(request.params),
        query: membersOf(request.query),
        body: request.body,
        ask: (endpoint, question) => askAs(app, { request, facade }, endpoint, question),
      });
      void reply.header('content-type', jsonType);
      return JSON.stringify(answer);
    },
  });
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {};
}

function textsOf(value: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(membersOf(value)).map(([name, member]) => [name, String(member)]),
  );
}
