import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A piece of TypeScript that documentation shows. */
export interface Example {
  /** The file that shows it, and the line before its first. */
  readonly file: string;
  readonly line: number;
  readonly text: string;
  /** Whether it stands in a comment, where imports go without saying. */
  readonly isComment: boolean;
}

const fence = /^([ \t]*(?:\* ?)?)```tsx?\n([\s\S]*?)^[ \t]*(?:\* ?)?```/gm;

/** The examples of every `@example` in a package's sources. */
export function examplesOfSources(folder: string): readonly Example[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|test-d)\.tsx?$/.test(path))
    .flatMap((path) => examplesOf(join(folder, path)));
}

/** The examples of one file, TypeScript or Markdown. */
export function examplesOf(file: string): readonly Example[] {
  const source = readFileSync(file, 'utf8');
  const isComment = /\.tsx?$/.test(file);
  return [...source.matchAll(fence)]
    .filter(([, margin = '']) => margin.includes('*') === isComment)
    .map((match) => ({
      file,
      line: source.slice(0, match.index).split('\n').length,
      text: isComment ? (match[2] ?? '').replace(/^[ \t]*\* ?/gm, '') : (match[2] ?? ''),
      isComment,
    }));
}
