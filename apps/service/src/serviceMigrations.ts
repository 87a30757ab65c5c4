import { accessMigrations } from '@portage/access';
import type { MigrationSource } from '@portage/database';
import { settlementMigrations } from '@portage/settlement';

/** Migrations of every package that has tables. */
export const serviceMigrations: readonly MigrationSource[] = [
  accessMigrations,
  settlementMigrations,
];
