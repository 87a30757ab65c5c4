import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { locateImports } from '../checks/findCircles.js';
import { roomOf } from '../checks/findFolderCircles.js';

/** Rooms of a package and the imports between them, each pair once. */
export interface RoomFigures {
  readonly rooms: number;
  /** Rooms on the longest way of imports. */
  readonly floors: number;
  readonly arrows: number;
}

/** Figures of a file: tokens of its code, and spreads of literals in it. */
export interface FileFigures {
  readonly tokens: number;
  readonly spreads: number;
}

const testFile = /(?:\.test|\.test-d)\.tsx?$|[/\\](?:test|testing)[/\\]/;
const generatedFile = /[/\\]generated[/\\]|\.generated\.ts$/;

/** TypeScript files below a folder that has no installed packages in it. */
export function typescriptFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/(?:^|[/\\])node_modules[/\\]/.test(file))
    .map((file) => join(folder, file))
    .sort();
}

/** Whether a file is source that people write and that is no test. Pure. */
export const isSource = (file: string): boolean =>
  !testFile.test(file) && !generatedFile.test(file);

/** Rooms of the source folder of a package; each wing is one room where that is asked for. */
export function measureRooms(
  source: string,
  wings: readonly string[] = [],
  by: 'room' | 'wing' = 'room',
): RoomFigures {
  const room = (file: string): string => {
    const found = roomOf(source, file, wings);
    return by === 'wing' ? (found.split('/')[0] ?? found) : found;
  };
  const next = new Map<string, Set<string>>();
  for (const file of typescriptFiles(source).filter((each) => isSource(each))) {
    const own = room(file);
    const reached = next.get(own) ?? new Set<string>();
    next.set(own, reached);
    for (const { path } of locateImports(file, readFileSync(file, 'utf8')))
      if (path.startsWith(source) && room(path) !== own) reached.add(room(path));
  }
  const arrows = [...next.values()].reduce((sum, reached) => sum + reached.size, 0);
  return { rooms: next.size, floors: longestWay(next), arrows };
}

/** Rooms on the longest way; a room that is on it already is not entered again. */
function longestWay(next: ReadonlyMap<string, ReadonlySet<string>>): number {
  const known = new Map<string, number>();
  const visit = (room: string, way: ReadonlySet<string>): number => {
    const found = known.get(room);
    if (found !== undefined) return found;
    const below = [...(next.get(room) ?? [])]
      .filter((each) => !way.has(each))
      .map((each) => visit(each, new Set([...way, each])));
    const length = 1 + Math.max(0, ...below);
    known.set(room, length);
    return length;
  };
  return Math.max(0, ...[...next.keys()].map((room) => visit(room, new Set([room]))));
}

/** Tokens of TypeScript's scanner, without comments and blanks, and spreads of literals. Pure. */
export function measureFile(name: string, text: string): FileFigures {
  const kind = name.endsWith('x') ? ts.LanguageVariant.JSX : ts.LanguageVariant.Standard;
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, kind, text);
  let tokens = 0;
  while (scanner.scan() !== ts.SyntaxKind.EndOfFileToken) tokens += 1;
  return { tokens, spreads: /[.]{3}[{[]/.test(text) ? countSpreads(name, text) : 0 };
}

function countSpreads(name: string, text: string): number {
  let spreads = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isSpreadAssignment(node) || ts.isSpreadElement(node)) {
      const { expression } = node;
      if (ts.isObjectLiteralExpression(expression) || ts.isArrayLiteralExpression(expression))
        spreads += 1;
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, false));
  return spreads;
}
