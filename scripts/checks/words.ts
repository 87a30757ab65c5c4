/**
 * Holds names to the words of `docs/glossary.md`: a retired word comes back in no identifier of
 * TypeScript. Words that still stand somewhere have a number, which may only fall.
 */
import ts from 'typescript';
import type { Check } from './check.js';
import type { SourceTree } from './createSourceTree.js';
import { retired } from './retiredWords.js';

/** Retired names that still stand, with how often. A commit that renames one lowers its number. */
const remaining: Readonly<Record<string, number>> = {};

/** Texts without any of these are not parsed. */
const anyRetired = new RegExp(`\\b(?:${Object.keys(retired).join('|')})\\b`);

/** Lines, from 1, on which retired names stand in a file. */
function findRetired(
  tree: SourceTree,
  path: string,
): readonly (readonly [name: string, line: number])[] {
  if (!anyRetired.test(tree.read(path))) return [];
  const file = tree.parse(path);
  const found: (readonly [string, number])[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && Object.hasOwn(retired, node.text))
      found.push([node.text, file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1]);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Names of the code that the glossary has retired. */
export const checkWords: Check = (tree) => {
  const files = tree.files
    .filter((file) => file.endsWith('.ts') && !file.includes('/generated/'))
    .filter((file) => file !== 'scripts/checks/retiredWords.ts');
  const places = new Map<string, string[]>();
  for (const file of files)
    for (const [name, line] of findRetired(tree, file))
      places.set(name, [...(places.get(name) ?? []), `${file}:${String(line)}`]);
  const problems = Object.keys(retired).flatMap((name) => {
    const found = places.get(name) ?? [];
    const allowed = remaining[name] ?? 0;
    if (found.length < allowed)
      return [
        `"${name}" stands ${String(found.length)} times: lower its ${String(allowed)} in scripts/checks/words.ts`,
      ];
    if (found.length === allowed) return [];
    return found.map((place) => `${place} "${name}" is retired: ${retired[name] ?? ''}`);
  });
  return { problems, summary: `${String(Object.keys(retired).length)} retired names` };
};
