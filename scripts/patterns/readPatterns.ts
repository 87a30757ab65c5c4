import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Regular expression of the code. */
export interface Pattern {
  /** As it is written, with its slashes and flags. */
  readonly text: string;
  readonly file: string;
}

const root = join(import.meta.dirname, '../..');

/** Reads the regular expressions of folders of source code, each once, without those of tests. */
export function readPatterns(folders: readonly string[]): readonly Pattern[] {
  const found = new Map<string, Pattern>();
  for (const folder of folders)
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(name) || /\.test\.tsx?$|\.d\.ts$/.test(name)) continue;
      const file = join(folder, name);
      for (const text of patternsOf(readFileSync(join(root, file), 'utf8')))
        if (!found.has(text)) found.set(text, { text, file });
    }
  return [...found.values()];
}

function patternsOf(source: string): readonly string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('source.tsx', source, ts.ScriptTarget.Latest));
  return texts;
}
