import type { MigrationSource } from '@portage/database';

/** Tables of settlement. */
export const settlementMigrations: MigrationSource = {
  package: 'settlement',
  folder: new URL('../migrations/', import.meta.url),
};
