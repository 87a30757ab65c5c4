import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** Builds a page with the Vite of its package into a folder of its own, which it returns. */
export async function buildPage(folder: string): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), `portage-${basename(folder)}-`));
  const vite = join(folder, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--outDir', outDir, '--logLevel', 'error'];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: 'inherit' });
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`${folder} cannot be built.`);
  return outDir;
}
