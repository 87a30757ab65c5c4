/**
 * Checks that every link between documents, and every document that a comment names, leads to a
 * place that is there: a file, and where an anchor is named, a heading or an id of it.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { anchorsOf, linksOf, referencesOf, repeatedAnchors, type Reference } from './anchors.js';

const root = join(import.meta.dirname, '..', '..');

/** Languages in which comments are looked through. */
const sources = /\.(?:ts|mts|mjs|js|sol|c|h|rs|sql|ya?ml|sh)$/;

const listed = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '-z'],
  {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  },
);
const files = listed
  .split('\0')
  .filter((file) => file !== '' && !/(?:^|\/)(?:node_modules|dist)\//.test(file))
  .filter((file) => existsSync(join(root, file)));

const anchorNames = new Map<string, ReadonlySet<string>>();

/** Anchors of a document, read once. */
function namesOf(file: string): ReadonlySet<string> {
  const known = anchorNames.get(file);
  if (known !== undefined) return known;
  const names = new Set(anchorsOf(readFileSync(join(root, file), 'utf8')).map(({ name }) => name));
  anchorNames.set(file, names);
  return names;
}

/** Document that a path leads to: of a folder its README. */
function documentAt(path: string): string {
  return statSync(join(root, path)).isDirectory() ? join(path, 'README.md') : path;
}

/** Fault of a reference; undefined where it leads to its place. */
function problemOf(target: string, fragment: string | undefined): string | undefined {
  if (target.startsWith('..')) return 'leads out of the repository';
  if (!existsSync(join(root, target))) return 'leads to no file';
  if (fragment === undefined) return undefined;
  const document = documentAt(target);
  if (!document.endsWith('.md')) return undefined;
  if (!existsSync(join(root, document))) return 'leads to no document';
  return namesOf(document).has(fragment) ? undefined : 'leads to no anchor';
}

function targetOf(file: string, path: string): string {
  if (path === '') return file;
  return path.startsWith('/') ? path.slice(1) : relative(root, join(root, dirname(file), path));
}

let problems = 0;
let checked = 0;

function report(file: string, line: number, text: string): void {
  problems += 1;
  process.stderr.write(`${file}:${line} ${text}\n`);
}

function check(file: string, { line, path, fragment }: Reference, target: string): void {
  checked += 1;
  const problem = problemOf(target, fragment);
  if (problem === undefined) return;
  report(file, line, `${path}${fragment === undefined ? '' : `#${fragment}`} ${problem}`);
}

/** Whether a link leads to an address of the site, which its own build checks. */
function isOfSite(file: string, { path }: Reference): boolean {
  return file.startsWith('apps/docs/pages/') && path.startsWith('/');
}

for (const file of files) {
  if (file.endsWith('.md')) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const link of linksOf(text))
      if (!isOfSite(file, link)) check(file, link, targetOf(file, link.path));
    for (const { line, name } of repeatedAnchors(anchorsOf(text)))
      report(file, line, `#${name} is there twice`);
  } else if (sources.test(file)) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const reference of referencesOf(text)) check(file, reference, reference.path);
  }
}
process.stdout.write(`${checked} references, ${problems} problems\n`);
process.exitCode = problems === 0 ? 0 : 1;
