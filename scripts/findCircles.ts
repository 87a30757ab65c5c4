import { dirname, join } from 'node:path';

/** Files that a file imports, types included. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** Relative imports of a module's text, as paths of TypeScript files. */
export function relativeImports(file: string, text: string): readonly string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '');
  return [...code.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)\.js'/g)].map(
    (match) => `${join(dirname(file), match[1] ?? '')}.ts`,
  );
}

/**
 * Circles of files, each as the way around it, the first file again at its end; none only where
 * there is none. Whoever has to understand one file of a circle has to understand all of it, and
 * nothing of it can be moved alone.
 */
export function findCircles(imports: Imports): readonly (readonly string[])[] {
  const done = new Set<string>();
  const way: string[] = [];
  const circles: (readonly string[])[] = [];
  const visit = (file: string): void => {
    const start = way.indexOf(file);
    if (start !== -1) circles.push([...way.slice(start), file]);
    if (start !== -1 || done.has(file)) return;
    way.push(file);
    for (const next of imports.get(file) ?? []) visit(next);
    way.pop();
    done.add(file);
  };
  for (const file of imports.keys()) visit(file);
  return circles;
}
