import { linksOf } from './anchors.js';
import { filesOf, type InterfacePage, type InterfaceTests } from './interfaceTable.js';

/** One difference that a migrating app meets: a numbered row of docs/migrating.md. */
interface Difference {
  /** Line in the document, counted from 1. */
  readonly line: number;
  readonly number: number;
  /** Names of the places of the interface that it links to, as `quote#ttl`. */
  readonly places: readonly string[];
}

function placesOf(content: string): readonly string[] {
  return linksOf(content).flatMap(({ path, fragment }) => {
    const page = /^spec\/([\w-]+)\.md$/.exec(path)?.[1]?.toLowerCase();
    return page === undefined || fragment === undefined ? [] : [`${page}#${fragment}`];
  });
}

function differencesOf(text: string): readonly Difference[] {
  return text.split('\n').flatMap((content, index) => {
    const number = /^\| (\d+) \|/.exec(content)?.[1];
    if (number === undefined) return [];
    return [{ line: index + 1, number: Number(number), places: placesOf(content) }];
  });
}

/**
 * Faults of docs/migrating.md: a row that leads to no place of the interface that a test holds, and
 * a number that is not the next one.
 *
 * @param text - the document
 */
export function migratingProblems(
  text: string,
  pages: readonly InterfacePage[],
  tests: InterfaceTests,
): readonly string[] {
  const held = new Set(
    pages.flatMap(({ page, rows }) =>
      rows
        .filter((row) => !row.isToCome && filesOf(page, row, tests).length > 0)
        .flatMap(({ names }) => names),
    ),
  );
  const differences = differencesOf(text);
  if (differences.length === 0) return ['has no rows'];
  return differences.flatMap(({ line, number, places }, index) => [
    ...(number === index + 1 ? [] : [`line ${line}: row ${number} is the row ${index + 1}`]),
    ...(places.some((place) => held.has(place))
      ? []
      : [`line ${line}: row ${number} leads to no row of docs/spec that a test holds`]),
  ]);
}
