import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { sendJson } from '../routes/sendJson.js';
import { createAsyncApi } from './createAsyncApi.js';
import { createOpenApi } from './createOpenApi.js';

/** The page and everything it loads come from this server, and it may call no other. */
const policy =
  "default-src 'self'; base-uri 'self'; font-src 'self' data:; frame-ancestors 'none'; img-src 'self' data:; object-src 'none'; script-src 'self'; script-src-attr 'none'; style-src 'self' 'unsafe-inline'";

/** Icon of the page: an arrow between two shores. */
const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M1 3v10M15 3v10M4 8h8M9 5l3 3-3 3" fill="none" stroke="#2563eb" stroke-width="2"/></svg>';

/** Look of the page where it differs from the framework's. */
const style =
  '.swagger-ui .info { margin: 24px 0; } .swagger-ui .scheme-container { padding: 12px 0; }';

/** How the document is served. */
export interface ApiDocsOptions {
  /** Version of the service. */
  readonly version: string;
  /** Path of the page: `/docs`, or below it where the documentation has that place. */
  readonly path: string;
}

/** Serves `GET /openapi.json` and `GET /asyncapi.json`, and a page to browse and try it. */
export async function registerDocs(
  app: FastifyInstance,
  { version, path }: ApiDocsOptions,
): Promise<void> {
  const document = createOpenApi(version);
  const text = JSON.stringify(document);
  app.get('/openapi.json', (_, reply) => sendJson(reply, text));
  const asyncText = JSON.stringify(createAsyncApi(version));
  app.get('/asyncapi.json', (_, reply) => sendJson(reply, asyncText));
  await app.register(swagger, {
    mode: 'static',
    // The document is OpenAPI; the plugin's own type for it has no JSON Schema 2020.
    specification: { document: JSON.parse(text) as never },
  });
  await app.register(swaggerUi, {
    routePrefix: path,
    staticCSP: policy,
    theme: {
      title: 'Portage API',
      favicon: [
        {
          filename: 'portage.svg',
          rel: 'icon',
          type: 'image/svg+xml',
          sizes: 'any',
          content: icon,
        },
      ],
      css: [{ filename: 'portage.css', content: style }],
    },
    uiConfig: {
      // Without the bar on top: it shows the logo of the framework.
      layout: 'BaseLayout',
      validatorUrl: null,
      docExpansion: 'list',
      tryItOutEnabled: true,
      deepLinking: true,
    },
  });
}
