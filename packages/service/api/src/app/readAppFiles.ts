import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PortageError } from '@portage/core';

/** A file of the app as it is sent. */
export interface AppFile {
  /** Path from the app's folder with `/` between its parts, as in `app/index-1a2b.js`. */
  readonly path: string;
  readonly type: string;
  readonly bytes: Buffer;
  /** The same compressed, at the first call; undefined where that saves nothing. */
  readonly gzip: () => Buffer | undefined;
  /** Quoted hash of the bytes. */
  readonly etag: string;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** Error where a folder does not hold what a build writes. */
export function notBuilt(what: 'app' | 'documentation', dir: string): PortageError {
  return new PortageError('INVALID_CONFIGURATION', {
    message: `There is no ${what} in ${dir}: it is not built.`,
    hint: 'Build it, or name the folder that the build has written.',
  });
}

/**
 * Reads every file of a folder that has a known type; maps of sources stay where they are. A folder
 * that is not there has none.
 */
export function readAppFiles(dir: string): readonly AppFile[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry): AppFile[] => {
      const file = join(entry.parentPath, entry.name);
      const type = types[extname(file)];
      if (type === undefined) return [];
      const bytes = readFileSync(file);
      const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
      const path = relative(dir, file).split(sep).join('/');
      return [{ path, type, bytes, gzip: createGzip(bytes), etag }];
    });
}

function createGzip(bytes: Buffer): AppFile['gzip'] {
  let packed: Buffer | undefined;
  return () => {
    packed ??= gzipSync(bytes, { level: 9 });
    return packed.length < bytes.length * 0.9 ? packed : undefined;
  };
}
