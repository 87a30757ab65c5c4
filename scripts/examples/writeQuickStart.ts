import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { examplesOf } from './findExamples.js';

/** Dependencies that the page has its reader install. */
const dependencies = { '@portage/evm': '*', '@portage/sdk': '*', viem: '2.57.1' };

/**
 * Writes the blocks of a page that have file names into a folder, with the manifest that the page
 * has its reader make. Returns the names in their order.
 */
export function writeQuickStart(page: string, folder: string): readonly string[] {
  const blocks = examplesOf(page).flatMap(({ name, text }) =>
    name === undefined ? [] : [{ name, text }],
  );
  mkdirSync(folder, { recursive: true });
  const manifest = { name: 'my-swap', version: '1.0.0', private: true, dependencies };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  for (const { name, text } of blocks) writeFileSync(join(folder, name), text);
  return blocks.map(({ name }) => name);
}
