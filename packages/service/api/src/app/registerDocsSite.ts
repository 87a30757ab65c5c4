import { createHash } from 'node:crypto';
import { isAbsolute } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { notBuilt, readAppFiles, type AppFile } from './readAppFiles.js';
import { sendFile } from './sendFile.js';

/** Built documentation that a server serves beside its endpoints. */
export interface DocsOptions {
  /** Absolute path of its folder: pages, and below `assets` files that are named by their hash. */
  readonly dir: string;
}

/**
 * Serves the documentation at `GET /docs`, a page at its path without an ending. Its files are read
 * once, so no path of a call ever reaches the disk.
 */
export function registerDocsSite(app: FastifyInstance, { dir }: DocsOptions): void {
  if (!isAbsolute(dir)) throw new Error('The folder of the documentation is an absolute path.');
  const files = readAppFiles(dir);
  const byUrl = new Map(files.map((file) => [urlOf(file.path), file]));
  const missing = byUrl.get('404');
  if (byUrl.get('') === undefined || missing === undefined) throw notBuilt('documentation', dir);
  const policies = new Map(files.map((file) => [file, policyOf(file)]));
  const urls = ['/docs', '/docs/*'];
  for (const url of urls)
    app.get<{ Params: { '*'?: string } }>(url, (request, reply) => {
      const path = request.params['*'] ?? '';
      const found = byUrl.get(path.replace(/\/$/, ''));
      const file = found ?? missing;
      const policy = policies.get(file) ?? '';
      const isHashed = file.path.startsWith('assets/');
      if (found === undefined) void reply.code(404);
      return sendFile(request, reply, { file, policy, isHashed });
    });
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
