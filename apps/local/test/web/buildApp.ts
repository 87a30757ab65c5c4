import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../../web');

/** Folder of the app: what was built, or of the sources where nothing was. */
export async function buildApp(): Promise<string> {
  if (process.env['PORTAGE_TEST_BUILT'] === '1') return join(folder, 'dist');
  const outDir = await mkdtemp(join(tmpdir(), 'portage-web-'));
  const vite = join(folder, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--outDir', outDir, '--logLevel', 'error'];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: 'inherit' });
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error('The app cannot be built.');
  return outDir;
}
