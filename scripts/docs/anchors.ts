/** A reference from one place of the repository to another. */
export interface Reference {
  /** Line on which it stands, counted from 1. */
  readonly line: number;
  /** Path as written, without its fragment; empty for a place in the same file. */
  readonly path: string;
  /** Anchor after the `#`; undefined without one. */
  readonly fragment: string | undefined;
}

/** An anchor that a document offers. */
export interface Anchor {
  readonly line: number;
  readonly name: string;
}

/** Lines of a document, those of code blocks left empty: they hold neither headings nor links. */
function proseLines(text: string): readonly string[] {
  let fence: string | undefined;
  return text.split('\n').map((line) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined && mark === undefined) return line;
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) === true) fence = undefined;
    return '';
  });
}

/**
 * Anchor that GitHub gives to a heading, before it numbers headings of the same name.
 *
 * @example
 * ```ts
 * slugOf('`GET /chains`, for *all*'); // 'get-chains-for-all'
 * ```
 */
export function slugOf(heading: string): string {
  return heading
    .replace(/<[^>]*>/g, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
}

/** Anchors of a document in their order: those of its headings, and ids that it names itself. */
export function anchorsOf(text: string): readonly Anchor[] {
  const counts = new Map<string, number>();
  return proseLines(text).flatMap((content, index) => {
    const line = index + 1;
    const ids = [...content.matchAll(/<a\s+(?:id|name)="([^"]+)"/g)].map((match) => ({
      line,
      name: match[1] ?? '',
    }));
    const heading = /^ {0,3}#{1,6}\s+(.*?)\s*#*\s*$/.exec(content)?.[1];
    if (heading === undefined) return ids;
    const slug = slugOf(heading);
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    return [{ line, name: count === 0 ? slug : `${slug}-${count}` }, ...ids];
  });
}

function referenceOf(target: string, line: number): Reference {
  const [path = '', fragment] = decodeURI(target).split('#', 2);
  return { line, path, fragment };
}

/** Links of a document to other places of the repository; addresses of the web are left out. */
export function linksOf(text: string): readonly Reference[] {
  const link =
    /\]\(\s*<?([^()\s<>]+)>?[^()]*\)|^ {0,3}\[[^\]]+\]:\s*<?([^\s<>]+)|\shref="([^"]+)"/g;
  return proseLines(text).flatMap((content, index) => {
    const prose = content.replace(/(`+)[^`]*?\1(?!`)/g, '');
    return [...prose.matchAll(link)]
      .map((match) => match[1] ?? match[2] ?? match[3] ?? '')
      .filter((target) => !/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(target))
      .map((target) => referenceOf(target, index + 1));
  });
}

/** Comments of a source file: what follows a comment mark of any of our languages. */
function commentOf(line: string): string {
  return /(?:^|\s)(?:\/\/|\/\*|\*|--|#)(.*)$/.exec(line)?.[0] ?? '';
}

/** Places of documents that comments of a source file name, as in `docs/states.md`. */
export function referencesOf(text: string): readonly Reference[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      [...commentOf(line).matchAll(/\bdocs\/[\w./-]*\.md(?:#[\w-]+)?/g)].map((match) =>
        referenceOf(match[0], index + 1),
      ),
    );
}

/** Names that a document gives to two places; a link would reach the first one only. */
export function repeatedAnchors(anchors: readonly Anchor[]): readonly Anchor[] {
  const seen = new Set<string>();
  return anchors.filter(({ name }) => {
    const isRepeated = seen.has(name);
    seen.add(name);
    return isRepeated;
  });
}
