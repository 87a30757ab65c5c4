import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { workspacePackages } from './workspacePackages.js';

const root = join(import.meta.dirname, '..');
const files = workspacePackages(root)
  .flatMap(({ folder }) => [join(folder, 'src'), join(folder, 'test')])
  .filter((folder) => existsSync(folder))
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.node.test.ts'))
      .map((name) => join(folder, name)),
  )
  .map((path) => ({ name: relative(root, path), text: readFileSync(path, 'utf8') }));

const isAlone = (name: string): boolean => name.endsWith('.alone.node.test.ts');

/** Patterns of changes to a process that all of its files would notice. */
const changesProcess = [
  /\bvi\.(stubEnv|stubGlobal|mock|doMock|useFakeTimers)\b/,
  /\bvi\.spyOn\((globalThis|process|console|Date|Math|performance)\b/,
  /\bdelete process\.env\b/,
  /\bprocess\.env\[[^\]]+\] \??\??=[^=]/,
  /\bObject\.assign\((process|globalThis)\b/,
  /\bglobalThis\.\w+ =[^=]/,
  /\bprocess\.(chdir|umask|memoryUsage|cpuUsage|resourceUsage|getActiveResourcesInfo)\(/,
];

/** Files in which one of these places is found. */
function findIn(patterns: readonly RegExp[], isWanted: (name: string) => boolean): string[] {
  return files
    .filter(({ name, text }) => isWanted(name) && patterns.some((one) => one.test(text)))
    .map(({ name }) => name);
}

describe('kinds of tests on real chains and databases', () => {
  test('there are some of each', () => {
    expect(files.filter(({ name }) => isAlone(name)).length).toBeGreaterThan(0);
    expect(files.filter(({ name }) => name.startsWith('apps/')).length).toBeGreaterThan(10);
    expect(files.filter(({ name }) => name.startsWith('packages/')).length).toBeGreaterThan(10);
  });

  test('those of packages start no whole system; those in `apps/` may', () => {
    const system = [/from '@portage\/(local|service)'/, /from '[./]*apps\/(local|service)\//];
    expect(findIn(system, (name) => name.startsWith('packages/'))).toEqual([]);
  });

  test('those of a shared system, and no others, are named `x.world.node.test.ts`', () => {
    const isWorld = (name: string): boolean => name.endsWith('.world.node.test.ts');
    const own = [
      /\bstart\w*(System|Web|Devnet)\(/,
      /\b(pauseMining|reorg|setBaseFee|shiftClock)\(/,
    ];
    expect(findIn([/\buseSystem\(/], (name) => !isWorld(name))).toEqual([]);
    expect(findIn([/^(?![^]*\buseSystem\()/], isWorld)).toEqual([]);
    expect(findIn([...own, /\.halt\(/], isWorld)).toEqual([]);
  });

  test('what changes or measures its process is named `x.alone.node.test.ts`', () => {
    expect(findIn(changesProcess, (name) => !isAlone(name))).toEqual([]);
  });

  test('each of those says why, in a comment that begins with `Alone:`', () => {
    const silent = files.filter(({ name, text }) => isAlone(name) && !/^\/\/ Alone: /m.test(text));
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});
