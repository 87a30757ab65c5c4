import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Folder of the swap page, as apps/web builds it; undefined in a checkout where nothing was built.
 */
export function appDir(): string | undefined {
  const index = fileURLToPath(import.meta.resolve('@portage/web/index.html'));
  return existsSync(index) ? dirname(index) : undefined;
}
