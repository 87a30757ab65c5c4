import { dirname, join } from 'node:path';

/** Files that a file imports, types included. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** An import of another file of the package. */
export interface LocatedImport {
  /** Path of the imported TypeScript file. */
  readonly path: string;
  /** Line of its specifier, from 1. */
  readonly line: number;
}

/** Relative imports of a module's text, each with its line. */
export function locateImports(file: string, text: string): readonly LocatedImport[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''));
  return [...code.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)\.js'/g)].map((match) => ({
    path: `${join(dirname(file), match[1] ?? '')}.ts`,
    line: code.slice(0, match.index + match[0].length).split('\n').length,
  }));
}

/** Relative imports of a module's text, as paths of TypeScript files. */
export function relativeImports(file: string, text: string): readonly string[] {
  return locateImports(file, text).map(({ path }) => path);
}

/**
 * Circles of files, each as the way around it, the first file again at its end; none only where
 * there is none. One file of a circle cannot be understood without all of it, and nothing of it can
 * be moved alone.
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
