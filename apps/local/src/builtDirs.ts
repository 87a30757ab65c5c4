import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of a site by its page. */
const dirOf = (page: string): string => dirname(fileURLToPath(page));

/** Folder of a built site by its page; undefined in a checkout where nothing was built. */
const builtDirOf = (page: string): string | undefined =>
  existsSync(fileURLToPath(page)) ? dirOf(page) : undefined;

/** Folder of the swap page, as apps/web builds it. */
export const appDir = (): string | undefined =>
  builtDirOf(import.meta.resolve('@portage/web/index.html'));

/** Folder of the documentation, as apps/docs builds it. */
export const docsDir = (): string | undefined =>
  builtDirOf(import.meta.resolve('@portage/docs/index.html'));

/** Folder into which apps/docs builds the documentation. */
export const futureDocsDir = (): string => dirOf(import.meta.resolve('@portage/docs/index.html'));
