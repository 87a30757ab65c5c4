import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

/** The page calls this server alone and runs nothing but its own script. */
const policy =
  "default-src 'none'; base-uri 'none'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; img-src data:; script-src 'self'; style-src 'self'";

const files = [
  { path: '/', name: 'index.html', type: 'text/html; charset=utf-8' },
  { path: '/page/status.css', name: 'status.css', type: 'text/css; charset=utf-8' },
  { path: '/page/status.mjs', name: 'status.mjs', type: 'text/javascript; charset=utf-8' },
];

/**
 * Serves the status page at `GET /`: chains, balances and requests, drawn from the public
 * endpoints.
 */
export function registerPage(app: FastifyInstance): void {
  for (const { path, name, type } of files) {
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
