import { join } from 'node:path';
import { buildPage } from './buildPage.js';

const folder = join(import.meta.dirname, '../../../web');

/** Folder of the app: what was built, or of the sources where nothing was. */
export async function buildApp(): Promise<string> {
  if (process.env['PORTAGE_TEST_BUILT'] === '1') return join(folder, 'dist');
  return buildPage(folder);
}
