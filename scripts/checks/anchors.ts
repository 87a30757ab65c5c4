/**
 * Checks that every link between documents, and every document that a comment names, leads to a
 * place that is there: a file, and where an anchor is named, a heading or an id of it.
 */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import {
  anchorsOf,
  linksOf,
  referencesOf,
  repeatedAnchors,
  type Reference,
} from '../docs/anchors.js';
import type { Check } from './check.js';
import type { SourceTree } from './createSourceTree.js';

/** Languages in which comments are looked through. */
const sources = /\.(?:ts|mts|mjs|js|sol|c|h|rs|sql|ya?ml|sh)$/;

/** A reference, with the path from the root that it leads to. */
interface Located extends Reference {
  readonly file: string;
  readonly target: string;
}

/** Whether a link leads to an address of the site, which its own build checks. */
function isOfSite(file: string, { path }: Reference): boolean {
  return file.startsWith('apps/docs/pages/') && path.startsWith('/');
}

function targetOf(root: string, file: string, path: string): string {
  if (path === '') return file;
  return path.startsWith('/') ? path.slice(1) : relative(root, join(root, dirname(file), path));
}

/** References of a file: links of a document, documents that the comments of a source name. */
function referencesIn({ root, read }: SourceTree, file: string): readonly Located[] {
  if (file.endsWith('.md'))
    return linksOf(read(file))
      .filter((link) => !isOfSite(file, link))
      .map((link) => ({ ...link, file, target: targetOf(root, file, link.path) }));
  if (!sources.test(file)) return [];
  return referencesOf(read(file)).map((each) => ({ ...each, file, target: each.path }));
}

/** Says what is wrong with a reference; undefined where it leads to its place. */
function createJudge({ root, read }: SourceTree): (reference: Located) => string | undefined {
  const anchorNames = new Map<string, ReadonlySet<string>>();
  const namesOf = (file: string): ReadonlySet<string> => {
    const names = anchorNames.get(file) ?? new Set(anchorsOf(read(file)).map(({ name }) => name));
    anchorNames.set(file, names);
    return names;
  };
  /** Document that a path leads to: of a folder its README. */
  const documentAt = (path: string): string =>
    statSync(join(root, path)).isDirectory() ? join(path, 'README.md') : path;
  return ({ target, fragment }) => {
    if (target.startsWith('..')) return 'leads out of the repository';
    if (!existsSync(join(root, target))) return 'leads to no file';
    if (fragment === undefined) return undefined;
    const document = documentAt(target);
    if (!document.endsWith('.md')) return undefined;
    if (!existsSync(join(root, document))) return 'leads to no document';
    return namesOf(document).has(fragment) ? undefined : 'leads to no anchor';
  };
}

/** References that lead nowhere, and anchors that are there twice. */
export const checkAnchors: Check = (tree) => {
  const judge = createJudge(tree);
  const references = tree.files.flatMap((file) => referencesIn(tree, file));
  const lost = references.flatMap((reference) => {
    const problem = judge(reference);
    const { file, line, path, fragment } = reference;
    const shown = `${path}${fragment === undefined ? '' : `#${fragment}`}`;
    return problem === undefined ? [] : [`${file}:${String(line)} ${shown} ${problem}`];
  });
  const repeated = tree.files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      repeatedAnchors(anchorsOf(tree.read(file))).map(
        ({ line, name }) => `${file}:${String(line)} #${name} is there twice`,
      ),
    );
  return { problems: [...lost, ...repeated], summary: `${String(references.length)} references` };
};
