import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { workspacePackages } from '../workspacePackages.js';
import { trials } from './trials.mjs';

const root = join(import.meta.dirname, '..', '..');

function local(...words: readonly string[]): {
  readonly code: number | null;
  readonly said: string;
} {
  const { status, stdout } = spawnSync('node', [join(root, 'scripts/local.mjs'), ...words], {
    encoding: 'utf8',
  });
  return { code: status, said: stdout };
}

it('runs a script that its package has', () => {
  const scripts = new Map(
    workspacePackages(root).map(({ manifest }) => [
      manifest.name,
      Object.keys(manifest.scripts ?? {}),
    ]),
  );
  for (const [name, { filter }] of Object.entries(trials))
    expect(scripts.get(filter)).toContain(name);
});

it('has every script that documents run by this name', () => {
  const documents = execFileSync('git', ['ls-files', '-z', '*.md'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '');
  const named = documents.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/npm run local -- ([a-z]+)/g)].map(
      ([, name]) => name!,
    ),
  );
  expect(named).toContain('soak');
  expect([...new Set(named)].filter((name) => !(name in trials))).toEqual([]);
});

it('lists every trial for whoever asks, and after a name that is none', () => {
  const asked = local('--help');
  expect(asked.code).toBe(0);
  for (const name of Object.keys(trials))
    expect(asked.said).toMatch(new RegExp(`^  ${name} `, 'm'));
  const wrong = local('sok');
  expect(wrong.code).toBe(2);
  expect(wrong.said).toMatch(/^There is no trial sok\./);
  expect(wrong.said).toContain(asked.said);
});

it('takes no name of what every object has for a trial', () => {
  expect(local('constructor').code).toBe(2);
});
