import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of a built site by its page; undefined in a checkout where nothing was built. */
function dirOf(page: string): string | undefined {
  const index = fileURLToPath(page);
  return existsSync(index) ? dirname(index) : undefined;
}

/** Folder of the swap page, as apps/web builds it. */
export const appDir = (): string | undefined =>
  dirOf(import.meta.resolve('@portage/web/index.html'));

/** Folder of the documentation, as apps/docs builds it. */
export const docsDir = (): string | undefined =>
  dirOf(import.meta.resolve('@portage/docs/index.html'));
