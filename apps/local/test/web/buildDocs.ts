import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../../docs');

/** Folder of the documentation: what was built, or built now where nothing was. */
export async function buildDocs(): Promise<string> {
  const dir = join(folder, 'dist');
  if (process.env['PORTAGE_TEST_BUILT'] === '1') return dir;
  const child = spawn('npm', ['run', 'build', '--silent'], { cwd: folder, stdio: 'inherit' });
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error('The documentation cannot be built.');
  return dir;
}
