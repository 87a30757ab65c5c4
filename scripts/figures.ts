/**
 * `npx tsx scripts/figures.ts [COMMIT …]`: how large and how entangled the code is, for the tree as
 * it is and for commits beside it. See `docs/architecture.md`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  isSource,
  measureFile,
  measureRooms,
  typescriptFiles,
  type RoomFigures,
} from './figures/measureSource.js';

const root = join(import.meta.dirname, '..');

const usage = `Usage: npx tsx scripts/figures.ts [COMMIT …] [--json]

Counts, for the tree as it is and for each commit: rooms of settlement, floors and arrows between
them, by wings and by rooms; spreads of literals; tokens of code without comments, tests and
generated files. Half a minute a tree.
`;

/** Figures of a tree. */
interface Figures {
  readonly tree: string;
  /** Settlement with each wing as one room. */
  readonly wings: RoomFigures;
  /** Settlement with each room by itself. */
  readonly rooms: RoomFigures;
  /** Spreads of literals in source, and with tests. */
  readonly spreads: readonly [source: number, all: number];
  /** Tokens of source, and lines of scripts. */
  readonly tokens: number;
}

/** Folders of packages; an older tree may lack some of their parents. */
function packageFolders(folder: string): readonly string[] {
  return ['packages', 'packages/service', 'packages/service/facades', 'apps']
    .map((parent) => join(folder, parent))
    .filter((parent) => existsSync(parent))
    .flatMap((parent) => readdirSync(parent).map((name) => join(parent, name)))
    .filter((own) => existsSync(join(own, 'package.json')));
}

function measure(tree: string, folder: string): Figures {
  const settlement = join(folder, 'packages/service/settlement');
  // A manifest of the project, whose shape its checks hold.
  const manifest = JSON.parse(readFileSync(join(settlement, 'package.json'), 'utf8')) as {
    readonly portage?: { readonly wings?: readonly string[] };
  };
  const source = join(settlement, 'src');
  const folders = packageFolders(folder).flatMap((own) =>
    ['src', 'test'].map((name) => join(own, name)),
  );
  const counted = folders
    .filter((each) => existsSync(each))
    .flatMap((each) => typescriptFiles(each))
    .map((file) => ({ file, ...measureFile(file, readFileSync(file, 'utf8')) }));
  const own = counted.filter(({ file }) => isSource(file) && /[/\\]src[/\\]/.test(file));
  const sum = (of: readonly { readonly spreads: number }[]): number =>
    of.reduce((total, { spreads }) => total + spreads, 0);
  return {
    tree,
    wings: measureRooms(source, manifest.portage?.wings, 'wing'),
    rooms: measureRooms(source, manifest.portage?.wings),
    spreads: [sum(own), sum(counted)],
    tokens: own.reduce((total, { tokens }) => total + tokens, 0),
  };
}

/** Measures a commit in a folder of its own. */
function measureCommit(commit: string): Figures {
  const folder = mkdtempSync(join(tmpdir(), 'portage-figures-'));
  try {
    const archive = execFileSync('git', ['archive', commit], {
      cwd: root,
      maxBuffer: 512 * 1024 * 1024,
    });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    return measure(commit, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const options = { help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' } } as const;
const { values, positionals } = parseArgs({ options, allowPositionals: true });
if (values.help === true) process.stdout.write(usage);
else {
  const all = [...positionals.map(measureCommit), measure('now', root)];
  const three = ({ rooms, floors, arrows }: RoomFigures): string =>
    [rooms, floors, arrows].map(String).join(' · ');
  const rows: readonly (readonly [string, (of: Figures) => string])[] = [
    ['settlement by wings: rooms · floors · arrows', ({ wings }) => three(wings)],
    ['settlement by rooms: rooms · floors · arrows', ({ rooms }) => three(rooms)],
    ['spreads of literals: source / all', ({ spreads }) => spreads.map(String).join(' / ')],
    ['tokens of code', ({ tokens }) => tokens.toLocaleString('en')],
  ];
  const line = (name: string, cells: readonly string[]): string =>
    `${name.padEnd(46)}${cells.map((cell) => cell.padStart(18)).join('')}\n`;
  process.stdout.write(
    values.json === true
      ? `${JSON.stringify(all)}\n`
      : [
          line(
            'figure',
            all.map(({ tree }) => tree.slice(0, 12)),
          ),
          ...rows.map(([name, cell]) => line(name, all.map(cell))),
        ].join(''),
  );
}
