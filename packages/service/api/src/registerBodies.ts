import { PortageError } from '@portage/core';
import type { FastifyInstance } from 'fastify';
import { checkBody } from './checkBody.js';

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
  app.addHook('preValidation', ({ body }, _reply, done) => {
    checkBody(body);
    done();
  });
}
