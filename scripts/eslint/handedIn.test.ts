import { ESLint, Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';

/** Rules of the project that keep time, waits and random bytes out of a file. */
const seams = [
  'seams/handed-in',
  'no-restricted-globals',
  'no-restricted-properties',
  'no-restricted-imports',
];

/** Reads the configuration once. */
const eslint = new ESLint();

async function lint(file: string, code: string): Promise<readonly (string | null)[]> {
  const config = (await eslint.calculateConfigForFile(file)) as Linter.Config;
  const rules = Object.entries(config.rules ?? {}).filter(([name]) => seams.includes(name));
  return new Linter()
    .verify(code, [
      {
        plugins: config.plugins ?? {},
        rules: Object.fromEntries(rules),
        languageOptions: { parser: tseslint.parser },
      },
    ])
    .map(({ ruleId }) => ruleId);
}

const files = [
  'packages/service/settlement/src/createSettlement.ts',
  'packages/service/settlement/src/books/ledger/createLedger.ts',
  'packages/service/indexer/src/createIndexer.ts',
  'packages/service/solver/src/createSolver.ts',
];

const refused = {
  'the time as a value': 'export const at = new Date();',
  'the time as text': 'export const at = Date();',
  'the time as a number': 'export const at = Date.now();',
  'time since the start': 'export const at = performance.now();',
  'a wait': 'setTimeout(() => undefined, 5);',
  'a wait that repeats': 'setInterval(() => undefined, 5);',
  'a wait as a promise': `import { setTimeout } from 'node:timers/promises'; await setTimeout(5);`,
  'a timeout': 'export const signal = AbortSignal.timeout(5);',
  'a random number': 'export const drawn = Math.random();',
  'random bytes': 'crypto.getRandomValues(new Uint8Array(8));',
  'random bytes by the name of the global': 'globalThis.crypto.getRandomValues(new Uint8Array(8));',
  'random bytes by text': `globalThis.crypto['getRandomValues'](new Uint8Array(8));`,
  'a random id': 'export const id = crypto.randomUUID();',
};

describe.each(files)('%s', (file) => {
  it.each(Object.entries(refused))('refuses %s', async (_, code) => {
    expect(await lint(file, code)).toHaveLength(1);
  });

  it('takes time and bytes that are handed in', async () => {
    const code = `export const f = (clock, randomBytes) => [new Date(clock.now()), randomBytes(8)];`;
    expect(await lint(file, code)).toEqual([]);
  });
});

it('other packages keep their own time', async () => {
  expect(await lint('apps/cli/src/bin.ts', 'export const at = new Date();')).toEqual([]);
});
