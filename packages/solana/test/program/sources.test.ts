import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  depositoryProgram,
  fillerProgram,
  programBytes,
  testPoolProgram,
} from '@portage/contracts/solana';
import { describe, expect, it } from 'vitest';
import { programErrors } from '../../src/program/index.js';

const contracts = join(import.meta.dirname, '../../../contracts/solana');
const sources = readdirSync(join(contracts, 'src')).map((name) =>
  readFileSync(join(contracts, 'src', name), 'utf8'),
);

describe('the sources of the programs', () => {
  it('number their errors as the table here does', () => {
    const numbered = sources.flatMap((source) =>
      [...source.matchAll(/^#define ERROR_(\w+) (\d+)$/gm)].map(([, name, code]) => [code, name]),
    );
    expect(Object.fromEntries(numbered)).toEqual(programErrors);
  });

  it('compute discriminators as they say', () => {
    const discriminators = sources.flatMap((source) => [
      ...source.matchAll(/^#define \w+ +0x([0-9a-f]{16}) +\/\* (\w+:\w+) \*\/$/gm),
    ]);
    for (const [, value, name] of discriminators) {
      expect([name, value]).toEqual([
        name,
        createHash('sha256')
          .update(name!)
          .digest()
          .readBigUInt64LE()
          .toString(16)
          .padStart(16, '0'),
      ]);
    }
    expect(discriminators).toHaveLength(33);
  });

  it.each([
    ['depository', depositoryProgram],
    ['filler', fillerProgram],
    ['testPool', testPoolProgram],
  ])('gave the %s that is exported, and its hash', (name, program) => {
    const bytes = programBytes(program);
    expect(Buffer.from(bytes).equals(readFileSync(join(contracts, 'programs', `${name}.so`)))).toBe(
      true,
    );
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(program.sha256);
  });
});
