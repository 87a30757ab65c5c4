/** One promise of docs/spec: a row of a table that has an anchor. */
export interface InterfaceRow {
  /** Line on its page, counted from 1. */
  readonly line: number;
  /** Names of its places, as `quote#ttl`; tests use any of them. */
  readonly names: readonly string[];
  /** Subject of the row: the cell behind the anchor, as `` `ttl` ``. */
  readonly subject: string;
  /** Whether the page says that it does not hold yet. */
  readonly isToCome: boolean;
}

/** Words by which a page says that nothing of it, or of a section of it, holds yet. */
const nothingOfPage = '**Not yet.** Nothing on this page';
const nothingOfSection = '**Not yet.** Nothing in this section';

/** Level of a heading; undefined for every other line. */
function levelOf(line: string): number | undefined {
  return /^(#{1,6}) /.exec(line)?.[1]?.length;
}

/** For each line whether it is in a section that is to come, or in a section of one. */
function linesToCome(text: string): readonly boolean[] {
  const lines = text.split('\n');
  if (text.includes(nothingOfPage)) return lines.map(() => true);
  let level = 0;
  let levelToCome = Number.POSITIVE_INFINITY;
  return lines.map((line) => {
    const found = levelOf(line);
    if (found !== undefined) level = found;
    if (found !== undefined && found <= levelToCome) levelToCome = Number.POSITIVE_INFINITY;
    if (line.includes(nothingOfSection)) levelToCome = level;
    return levelToCome !== Number.POSITIVE_INFINITY;
  });
}

/**
 * Rows of a page in their order.
 *
 * @param page - name of the page, as `quote`
 */
export function rowsOf(page: string, text: string): readonly InterfaceRow[] {
  const toCome = linesToCome(text);
  return text.split('\n').flatMap((content, index) => {
    const cell = /^\|(?:[^|]*\|)?? ((?:<a id="[^"]+"><\/a>)+)((?:[^|\\]|\\.)+?) \|/.exec(content);
    if (cell === null) return [];
    const [, anchors = '', subject = ''] = cell;
    const names = [...anchors.matchAll(/id="([^"]+)"/g)].map(
      (match) => `${page}#${match[1] ?? ''}`,
    );
    const isToCome = content.includes('**Not yet.**') || toCome[index] === true;
    return [{ line: index + 1, names, subject, isToCome }];
  });
}
