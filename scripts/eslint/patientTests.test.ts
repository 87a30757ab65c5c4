import { Linter } from 'eslint';
import { existsSync } from 'node:fs';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import { patientTests } from './patientTests.js';
import { sleepers } from './sleepers.js';

/** Ids of the messages of the rule about a test. */
function said(code: string, filename = 'packages/fees/src/fees.test.ts'): readonly unknown[] {
  const config: Linter.Config = {
    files: ['**/*.ts'],
    plugins: { tests: { rules: { patient: patientTests } } },
    rules: { 'tests/patient': 'error' },
    languageOptions: { parser: tseslint.parser },
  };
  return new Linter().verify(code, [config], { filename }).map(({ messageId }) => messageId);
}

const sleeps = {
  'a promise of a timer': 'await new Promise((resolve) => setTimeout(resolve, 500));',
  'a promise of a timer in braces':
    'await new Promise<void>((done) => { setTimeout(() => done(), 5); });',
  'timers as promises': `import { setTimeout as sleep } from 'node:timers/promises';`,
  'timers by their short name': `import { setTimeout } from 'timers/promises';`,
  'a timer that is made a promise': 'const sleep = promisify(setTimeout);',
  'a wait of a browser': 'await page.waitForTimeout(4_000);',
  'a wait of what a browser found': 'await open.page().waitForTimeout(ms);',
};

const refused = [
  ['poll', 'await expect.poll(read, { timeout: 30_000 }).toBe(1);'],
  ['poll', 'await expect\n.poll(() => read(), { interval: 20, timeout }).toBe(1);'],
  ['vitest', 'await vi.waitFor(() => expect(read()).toBe(1));'],
  ['vitest', 'await vi.waitUntil(read, { timeout: 60_000 });'],
  ['until', 'async function until(holds, what) { return holds(what); }'],
  ['until', 'const until = async (holds) => holds();'],
  ['loop', 'while (!read()) if (Date.now() > deadline) throw new Error();'],
  ['loop', 'for (;;) { const value = read(); if (value || end < performance.now()) break; }'],
  ['loop', 'for (const end = Date.now() + 5; !read();) { look(end); }'],
  ['loop', 'do { look(); } while (Date.now() < end);'],
  ['read', `expect(await page.getByRole('alert').innerText()).toContain('refused');`],
  ['read', 'expect(await amount\n.inputValue()).toBe(before);'],
  ['elapsed', 'expect(performance.now() - begun).toBeLessThan(1_000);'],
  ['elapsed', 'expect(Date.now() - startedAt).toBeLessThanOrEqual(8_000);'],
  ['limit', `test('a', async () => {}, 30_000);`],
  ['limit', `it.each([1])('a', () => {}, 59_999);`],
  ['limit', `test('a', { timeout: 5_000 }, () => {});`],
  ['limit', 'beforeAll(async () => {}, 20_000);'],
] as const;

const allowed = [
  'await expect.poll(read).toBe(1);',
  'await expect.poll(read, { interval: 20 }).toBe(1);',
  `await eventually(read, Boolean, { what: 'a block' });`,
  `test('a', async () => {}, 600_000);`,
  `test('a', { timeout: 600_000 }, () => {});`,
  'expect(await store.count()).toBe(1);',
  'await expect.poll(() => amount.inputValue()).toBe(before);',
  'expect(performance.now() - before).toBeLessThan(20_000);',
  'expect(Date.now() - startedAt).toBeGreaterThan(100);',
  'while (pages.length < count) pages.push(draw());',
  'const took = Date.now() - startedAt;',
  'setTimeout(() => stop.abort(), 5);',
  'await harness.until(() => isPaid());',
];

describe('a test', () => {
  it.each(Object.entries(sleeps))('does not sleep by %s', (_, code) => {
    expect(said(code)).toEqual(['sleep']);
  });

  it.each(refused)('is refused a wait of its own (%s): %s', (message, code) => {
    expect(said(code)).toEqual([message]);
  });

  it.each(allowed)('may say %s', (code) => {
    expect(said(code)).toEqual([]);
  });
});

describe('the list of files that sleep', () => {
  it.each([...sleepers])('%s is there, and sleeps', async (file) => {
    const path = new URL(`../../${file}`, import.meta.url);
    expect(existsSync(path)).toBe(true);
    const { readFile } = await import('node:fs/promises');
    const code = await readFile(path, 'utf8');
    expect(said(code)).toContain('sleep');
    expect(said(code, `/clone/${file}`)).not.toContain('sleep');
  });
});
