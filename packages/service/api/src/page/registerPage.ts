import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

/** The page calls this server alone and runs nothing but its own script. */
const policy =
  "default-src 'none'; base-uri 'none'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; img-src data:; script-src 'self'; style-src 'self'";

const files = [
  { path: '/status', name: 'index.html', type: 'text/html; charset=utf-8' },
  { path: '/page/status.css', name: 'status.css', type: 'text/css; charset=utf-8' },
  { path: '/page/status.mjs', name: 'status.mjs', type: 'text/javascript; charset=utf-8' },
  { path: '/page/levels.mjs', name: 'levels.mjs', type: 'text/javascript; charset=utf-8' },
  { path: '/page/incidents.mjs', name: 'incidents.mjs', type: 'text/javascript; charset=utf-8' },
  { path: '/page/element.mjs', name: 'element.mjs', type: 'text/javascript; charset=utf-8' },
] as const;

/** Surroundings of the status page. */
export interface PageOptions {
  /** Whether an app is at `GET /`. */
  readonly hasApp: boolean;
}

/**
 * Serves the status page at `GET /status`: chains, service levels and requests, drawn from the
 * public endpoints.
 * Without an app it is at `GET /` too.
 */
export function registerPage(app: FastifyInstance, { hasApp }: PageOptions): void {
  const own = hasApp ? files : [...files, { ...files[0], path: '/' }];
  for (const { path, name, type } of own) {
    const text = readFileSync(new URL(`../../page/${name}`, import.meta.url), 'utf8');
    app.get(path, (_, reply) =>
      reply
        .type(type)
        .headers({
          'content-security-policy': policy,
          'cache-control': 'no-cache',
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
        })
        .send(text),
    );
  }
}
