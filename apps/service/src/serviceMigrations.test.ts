import { readdirSync, readFileSync } from 'node:fs';
import { migrationFaults } from '@portage/database/testing';
import { expect, test } from 'vitest';
import { readVersion } from './readVersion.js';
import { serviceMigrations } from './serviceMigrations.js';

test('migrations let processes of the version before go on, and drop nothing that they read', () => {
  const version = readVersion();
  const faults = serviceMigrations.flatMap(({ folder }) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.sql'))
      .flatMap((name) => {
        const text = readFileSync(new URL(name, folder), 'utf8');
        return migrationFaults({ name, text, version });
      }),
  );
  expect(faults).toEqual([]);
});
