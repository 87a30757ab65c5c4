import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const prefix = 'database-devnet-';

/**
 * Directory of a service's database. A devnet's chains are new at each start, so each devnet has a
 * database of its own. Databases of earlier devnets are removed.
 */
export function databaseDir(dataDir: string, devnetId: string | undefined): string {
  if (devnetId === undefined) return join(dataDir, 'database');
  const own = `${prefix}${devnetId.slice(2, 14)}`;
  for (const name of listed(dataDir)) {
    if (name.startsWith(prefix) && name !== own)
      rmSync(join(dataDir, name), { recursive: true, force: true });
  }
  return join(dataDir, own);
}

function listed(dataDir: string): readonly string[] {
  try {
    return readdirSync(dataDir);
  } catch {
    return []; // A missing directory holds no database.
  }
}
