import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { sendJson } from '../routes/sendJson.js';
import { createOpenApi } from './createOpenApi.js';

/** The page and everything it loads come from this server, and it may call no other. */
const policy =
  "default-src 'self'; base-uri 'self'; font-src 'self' data:; frame-ancestors 'none'; img-src 'self' data:; object-src 'none'; script-src 'self'; script-src-attr 'none'; style-src 'self' 'unsafe-inline'";

/** Serves `GET /openapi.json` and, at `GET /docs`, a page to browse and try it. */
export async function registerDocs(app: FastifyInstance, version: string): Promise<void> {
  const document = createOpenApi(version);
  const text = JSON.stringify(document);
  app.get('/openapi.json', (_, reply) => sendJson(reply, text));
  await app.register(swagger, {
    mode: 'static',
    // The document is OpenAPI; the plugin's own type for it has no JSON Schema 2020.
    specification: { document: JSON.parse(text) as never },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: policy,
    uiConfig: {
      validatorUrl: null,
      docExpansion: 'list',
      tryItOutEnabled: true,
      deepLinking: true,
    },
  });
}
