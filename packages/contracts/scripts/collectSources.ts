import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Folders of libraries, as `remappings` of `foundry.toml` names them. */
const libraries: readonly (readonly [prefix: string, folder: string])[] = [
  ['@openzeppelin/contracts/', 'node_modules/@openzeppelin/contracts/'],
  ['solady/', 'node_modules/solady/src/'],
];

/**
 * Solidity sources that the given ones import, by the path that imports name them with, and the
 * given ones themselves.
 */
export function collectSources(
  root: string,
  entries: readonly string[],
): Readonly<Record<string, string>> {
  const found = new Map<string, string>();
  const open = [...entries];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    const text = readFileSync(join(root, fileOf(path)), 'utf8');
    found.set(path, text);
    for (const [, name = ''] of text.matchAll(/^import [^"]*"([^"]+)";/gm))
      open.push(name.startsWith('.') ? posix.join(posix.dirname(path), name) : name);
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function fileOf(path: string): string {
  const library = libraries.find(([prefix]) => path.startsWith(prefix));
  return library === undefined ? path : path.replace(...library);
}
