import type { MigrationSource } from '@portage/database';

/** Tables of access: keys, usage and rate limits. */
export const accessMigrations: MigrationSource = {
  package: 'access',
  folder: new URL('../migrations/', import.meta.url),
};
