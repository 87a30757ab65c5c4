import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A block of code that documentation shows. */
export interface Example {
  /** The file that shows it, and the line before its first. */
  readonly file: string;
  readonly line: number;
  readonly text: string;
  /** Language behind the fence; empty where none is named. */
  readonly language: string;
  /** File name in brackets behind the language, of a block that readers save and run. */
  readonly name: string | undefined;
  /** Whether it stands in a comment, where imports go without saying. */
  readonly isComment: boolean;
}

const fence =
  /^([ \t]*(?:\* ?)?)```(\w*)(?: \[([\w.-]+)\])?[^\n]*\n([\s\S]*?)^[ \t]*(?:\* ?)?```[ \t]*$/gm;

/** The examples of every `@example` in a package's sources. */
export function examplesOfSources(folder: string): readonly Example[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|test-d)\.tsx?$/.test(path))
    .flatMap((path) => examplesOf(join(folder, path)));
}

/** The blocks of one file, TypeScript or Markdown, whatever their language. */
export function examplesOf(file: string): readonly Example[] {
  const source = readFileSync(file, 'utf8');
  const isComment = /\.tsx?$/.test(file);
  return [...source.matchAll(fence)]
    .filter(([, margin = '']) => margin.includes('*') === isComment)
    .map((match) => ({
      file,
      line: source.slice(0, match.index).split('\n').length,
      language: match[2] ?? '',
      name: match[3],
      text: isComment ? (match[4] ?? '').replace(/^[ \t]*\* ?/gm, '') : (match[4] ?? ''),
      isComment,
    }));
}
