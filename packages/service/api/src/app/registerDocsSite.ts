import { createHash } from 'node:crypto';
import { isAbsolute } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { notBuilt, readAppFiles, type AppFile } from './readAppFiles.js';
import { sendFile } from './sendFile.js';

/** Built documentation that a server serves beside its endpoints. */
export interface DocsOptions {
  /** Absolute path of its folder: pages, and below `assets` files that are named by their hash. */
  readonly dir: string;
  /**
   * Resolves when the folder is built, where that happens while the server runs: until then a page
   * says so. By default it is built already.
   */
  readonly built?: Promise<void> | undefined;
}

/** File of the site, with what its page may load. */
interface SiteFile {
  readonly file: AppFile;
  readonly policy: string;
}

/** Site that is read: its files by their address, and the page of an address that has none. */
interface Site {
  readonly byUrl: ReadonlyMap<string, SiteFile>;
  readonly missing: SiteFile;
}

/**
 * Serves the documentation at `GET /docs`, a page at its path without an ending. Its files are read
 * once, so no path of a call ever reaches the disk.
 */
export function registerDocsSite(app: FastifyInstance, { dir, built }: DocsOptions): void {
  if (!isAbsolute(dir)) throw new Error('The folder of the documentation is an absolute path.');
  let site = built === undefined ? readSite(dir) : undefined;
  let page = waitingPage;
  built
    ?.then(() => {
      site = readSite(dir);
    })
    .catch(() => {
      page = failedPage;
    });
  for (const url of ['/docs', '/docs/*'])
    app.get<{ Params: { '*'?: string } }>(url, (request, reply) => {
      if (site === undefined) return sendUnbuilt(reply, page);
      const path = request.params['*'] ?? '';
      const found = site.byUrl.get(path.replace(/\/$/, ''));
      const { file, policy } = found ?? site.missing;
      if (found === undefined) void reply.code(404);
      return sendFile(request, reply, { file, policy, isHashed: file.path.startsWith('assets/') });
    });
}

/** @throws PortageError `INVALID_CONFIGURATION` where the folder holds no site */
function readSite(dir: string): Site {
  const byUrl = new Map(
    readAppFiles(dir).map((file) => [urlOf(file.path), { file, policy: policyOf(file) }]),
  );
  const missing = byUrl.get('404');
  if (byUrl.get('') === undefined || missing === undefined) throw notBuilt('documentation', dir);
  return { byUrl, missing };
}

/** Seconds until a browser asks again for a page that is not built yet. */
const askAgainSeconds = 3;

const pageOf = (text: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8">${head}<title>Portage documentation</title></head><body style="font: 16px system-ui; margin: 3rem">${text}</body></html>`;

const waitingPage = pageOf(
  'The documentation is being built. This page loads again by itself.',
  `<meta http-equiv="refresh" content="${askAgainSeconds}">`,
);
const failedPage = pageOf('The documentation could not be built. The terminal says why.');

/** Answers with a page in place of those that are not built yet. */
function sendUnbuilt(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .code(503)
    .header('retry-after', askAgainSeconds)
    .header('cache-control', 'no-store')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    .type('text/html; charset=utf-8')
    .send(page);
}

/** Path below `/docs/` at which a file is: a page has no ending, and that of a folder no name. */
function urlOf(path: string): string {
  return path.replace(/(?:(?:^|\/)index)?\.html$/, '');
}

/** A page runs its files, and the scripts that its build wrote into it, which hashes name. */
function policyOf({ type, bytes }: AppFile): string {
  const text = type.startsWith('text/html') ? bytes.toString() : '';
  const scripts = [...text.matchAll(/<script(?: [^>]*)?>([\s\S]+?)<\/script>/g)];
  const hashes = scripts.map(
    (match) =>
      `'sha256-${createHash('sha256')
        .update(match[1] ?? '')
        .digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "connect-src 'self'",
    "font-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "img-src 'self' data:",
    `script-src ${["'self'", ...new Set(hashes)].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
  ].join('; ');
}
