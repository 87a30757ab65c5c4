import { PortageError } from '@portage/core';
import type { FastifyInstance } from 'fastify';
import { checkBody } from './checkBody.js';

function toError(fault: unknown): Error {
  return fault instanceof Error ? fault : new Error(String(fault));
}

/** Reads bodies as JSON without an encoding, and refuses what no endpoint takes. */
export function registerBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  app.addHook('preParsing', ({ method, headers }, _reply, _payload, done) => {
    const encoding = headers['content-encoding'];
    // Of a GET no body is read.
    const isRead = method !== 'GET' && method !== 'HEAD';
    if (!isRead || encoding === undefined || encoding === 'identity') done();
    else
      done(
        new PortageError('UNSUPPORTED_MEDIA_TYPE', {
          message: 'A body is read as it is, without a content-encoding.',
          hint: 'Send the body uncompressed.',
        }),
      );
  });
  // `checkBody` rejects names of prototypes and says why; the parser would only call it no JSON.
  const parse = app.getDefaultJsonParser('ignore', 'ignore');
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, text, done) => {
      const judge = (error: Error | null, body?: unknown): void => {
        if (error !== null) {
          done(error);
          return;
        }
        try {
          checkBody(body, text);
        } catch (fault) {
          done(toError(fault));
          return;
        }
        done(null, body);
      };
      void parse(request, text, judge);
    },
  );
}
