import { rm } from 'node:fs/promises';
import { relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { targets } from './targets.mjs';

/** What the copy holds, in the order of rules of an ignore file. */
const copied = [
  '/**',
  '!/packages/**',
  '!/scripts/**',
  '!/*.json',
  '!/apps/**/package.json',
  '!/bench/package.json',
  'node_modules',
  'dist',
  '.turbo',
];

/** States of a mutant that a test noticed. */
const noticed = new Set(['Killed', 'Timeout']);
/** States of a mutant that no test noticed. */
const missed = new Set(['Survived', 'NoCoverage']);

/** What was put in for what, and where, of a mutant that no test noticed. */
function describe({ fileName, location, replacement, mutatorName, status }) {
  const place = `${relative('', fileName)}:${String(location.start.line)}:${String(location.start.column)}`;
  const text = (replacement ?? mutatorName).replaceAll(/\s+/g, ' ').slice(0, 100);
  return `${place}  ${text}${status === 'NoCoverage' ? '  (no test runs it)' : ''}`;
}

/**
 * Mutates the code of a target in a copy of the tree, one change at a time, and runs the tests that
 * reach the change.
 *
 * @returns its score in percent, rounded down to a tenth, and the mutants that no test noticed
 */
export async function runTarget(name, { concurrency }) {
  const { mutate } = targets[name];
  process.env.PORTAGE_MUTATION = name;
  const tempDirName = `.mutation/${name}`;
  const results = await new Stryker({
    mutate: [...mutate, '!**/*.test.ts', '!**/*.test-d.ts', '!**/index.ts'],
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
    plugins: ['@stryker-mutator/vitest-runner'],
    reporters: [],
    coverageAnalysis: 'perTest',
    // Texts of errors and constants that are made once say little of the rules.
    ignoreStatic: true,
    mutator: { excludedMutations: ['StringLiteral'] },
    ignorePatterns: [...copied],
    tempDirName,
    concurrency,
    timeoutMS: 10_000,
    allowConsoleColors: false,
    logLevel: 'error',
    allowEmpty: false,
    checkers: [],
  }).runMutationTest();
  await rm(tempDirName, { recursive: true, force: true });
  const found = results.filter(({ status }) => noticed.has(status)).length;
  const open = results.filter(({ status }) => missed.has(status));
  const score = Math.floor((found / (found + open.length)) * 1_000) / 10;
  return { score, mutants: found + open.length, missed: open.map(describe).sort() };
}
