import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { chromium, type Browser } from 'playwright-core';

const root = join(import.meta.dirname, '../../../..');
const cache = join(root, 'node_modules/.cache/chromium');

/**
 * Starts a real Chromium that npm brought; nothing is downloaded. The package is for Linux on x64;
 * elsewhere `PORTAGE_CHROME` names an installed Chrome.
 *
 * @param extra - further switches of the program
 */
export async function openBrowser(extra: readonly string[] = []): Promise<Browser> {
  const installed = process.env['PORTAGE_CHROME'];
  if (installed !== undefined)
    return await chromium.launch({ executablePath: installed, args: [...extra] });
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('Tests of pages need an installed Chrome here: name it with PORTAGE_CHROME.');
  if (!existsSync(cache)) await unpack();
  return await chromium.launch({
    executablePath: join(cache, 'chromium'),
    args: ['--no-sandbox', '--font-render-hinting=none', '--disable-gpu', ...extra],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(cache, 'lib'),
      FONTCONFIG_PATH: join(cache, 'fonts'),
    },
  });
}

/** Unpacks the program, its libraries and its fonts, once; whole or not at all. */
async function unpack(): Promise<void> {
  const bin = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '../../bin');
  await mkdir(dirname(cache), { recursive: true });
  const draft = await mkdtemp(`${cache}-`);
  const program = join(draft, 'chromium');
  await Promise.all([
    inflate(join(bin, 'chromium.br'), program),
    ...['al2023', 'fonts', 'swiftshader'].map((name) => untar(join(bin, `${name}.tar.br`), draft)),
  ]);
  await chmod(program, 0o755);
  // Another test may have been quicker.
  await rename(draft, cache).catch(() => rm(draft, { recursive: true }));
}

async function inflate(from: string, to: string): Promise<void> {
  await pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to));
}

async function untar(from: string, folder: string): Promise<void> {
  const archive = join(folder, basename(from));
  await inflate(from, archive);
  const child = spawn('tar', ['-x', '-f', archive, '-C', folder], { stdio: 'inherit' });
  const [code] = (await once(child, 'close')) as [number];
  await rm(archive);
  if (code !== 0) throw new Error(`${from} cannot be unpacked.`);
}
