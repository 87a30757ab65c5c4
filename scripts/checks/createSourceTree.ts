import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Files of the repository; each is read and parsed once, however many checks look at it. */
export interface SourceTree {
  /** Absolute path of the repository. */
  readonly root: string;
  /** Paths of files that are tracked or new, from the root, in order. */
  readonly files: readonly string[];
  readonly read: (file: string) => string;
  /** Syntax of a TypeScript file, with parents. */
  readonly parse: (file: string) => ts.SourceFile;
}

/** Tree of the repository at `root`. */
export function createSourceTree(root: string): SourceTree {
  const texts = new Map<string, string>();
  const parsed = new Map<string, ts.SourceFile>();
  const read = (file: string): string => {
    const text = texts.get(file) ?? readFileSync(join(root, file), 'utf8');
    texts.set(file, text);
    return text;
  };
  const parse = (file: string): ts.SourceFile => {
    const source =
      parsed.get(file) ?? ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
    parsed.set(file, source);
    return source;
  };
  return { root, files: listFiles(root), read, parse };
}

function listFiles(root: string): readonly string[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '-z'],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  return listed
    .split('\0')
    .filter((file) => file !== '' && !/(?:^|\/)(?:node_modules|dist)\//.test(file))
    .filter((file) => existsSync(join(root, file)))
    .sort();
}
