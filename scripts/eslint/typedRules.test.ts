import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tseslint from 'typescript-eslint';
import { afterAll, describe, expect, it } from 'vitest';
import { planted } from './planted.js';

/**
 * The rules that need types are asked by oxlint, on the native compiler. These tests hold its list
 * to the one of typescript-eslint, and each rule to a violation that it has to find.
 */
const root = join(import.meta.dirname, '..', '..');
const config = join(root, '.oxlintrc.json');

/** Typed rules that oxlint does not know; the night asks them with eslint. */
const unknownToOxlint = ['no-unsafe-class-instance-assignment'];

/** Options of the project that differ from `strictTypeChecked`. */
const options: Readonly<Record<string, readonly unknown[]>> = {
  'no-confusing-void-expression': [{ ignoreArrowShorthand: true }],
  'restrict-template-expressions': [{ allowNumber: true }],
};

type Setting = string | readonly unknown[];

function optionsOf(setting: Setting): readonly unknown[] {
  return typeof setting === 'string' ? [] : setting.slice(1);
}

/** Typed rules of `strictTypeChecked` with their options. */
function typedRules(): Readonly<Record<string, readonly unknown[]>> {
  const settings = tseslint.configs.strictTypeChecked.flatMap(({ rules }) =>
    Object.entries(rules ?? {}),
  );
  const untyped = new Set(Object.keys(tseslint.configs.disableTypeChecked.rules ?? {}));
  return Object.fromEntries(
    settings
      .filter(([name, setting]) => untyped.has(name) && setting !== 'off')
      .map(([name, setting]) => {
        const short = name.replace('@typescript-eslint/', '');
        // The settings are eslint's own: a severity, or a list that begins with one.
        return [short, options[short] ?? optionsOf(setting as Setting)];
      }),
  );
}

describe('the rules that need types', () => {
  // The configuration is ours; a wrong shape fails here.
  const { rules } = JSON.parse(readFileSync(config, 'utf8')) as {
    readonly rules: Readonly<Record<string, Setting>>;
  };
  const asked = Object.fromEntries(
    Object.entries(rules).map(([name, setting]) => [
      name.replace('typescript/', ''),
      optionsOf(setting),
    ]),
  );

  it('are all asked by oxlint with the options of typescript-eslint, but for one', () => {
    const expected = Object.entries(typedRules()).filter(
      ([name]) => !unknownToOxlint.includes(name),
    );
    expect(asked).toEqual(Object.fromEntries(expected));
    expect(Object.keys(typedRules())).toEqual(expect.arrayContaining(unknownToOxlint));
  });

  it('each have a violation that is planted', () => {
    expect(Object.keys(planted).sort()).toEqual(Object.keys(asked).sort());
  });
});

describe('planted violations', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portage-lint-'));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: { types: [], lib: ['ES2023', 'DOM'], noUnusedLocals: false },
    }),
  );
  for (const [name, code] of Object.entries(planted))
    writeFileSync(join(folder, `${name}.ts`), `${code}\n`);

  const program = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
  const found = new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [program, '-c', config, '-f', 'unix', '.'],
      { cwd: folder },
      // It exits with 1 where it finds something, as it has to.
      (_, stdout) => {
        resolve(stdout);
      },
    );
  });

  it.each(Object.keys(planted))('%s is found', async (name) => {
    const lines = (await found).split('\n').filter((line) => line.includes(`${name}.ts:`));
    expect(lines.join('\n')).toContain(`typescript(${name})`);
  });
});
