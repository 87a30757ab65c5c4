import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compileProgram, findCompiler } from '../scripts/compileProgram.js';
import { linkProgram } from '../scripts/linkProgram.js';

const compiler = findCompiler() ?? '';
const folder = mkdtempSync(join(tmpdir(), 'portage-link-'));

afterAll(() => rmSync(folder, { recursive: true }));

function link(source: string): Buffer {
  writeFileSync(join(folder, 'program.c'), source);
  return linkProgram(compileProgram(compiler, folder, 'program.c'));
}

/**
 * The registry has the compiler for some platforms only. Elsewhere the committed bytes are used.
 */
describe.skipIf(compiler === '')('linkProgram', () => {
  it('puts constants before the code, and nothing at address 0', () => {
    const file = link(
      'extern unsigned long sol_log_data(const void *, unsigned long);\nstatic const unsigned long word = 0x1122334455667788;\nunsigned long entrypoint(const void *x) { (void)x; return sol_log_data(&word, 1); }',
    );
    const [constantsAt, codeAt] = [64 + 8, 64 + 56 + 8].map((at) =>
      Number(file.readBigUInt64LE(at)),
    );
    expect(constantsAt).toBe(176);
    expect(file.readBigUInt64LE(176)).toBe(0n);
    expect(file.readBigUInt64LE(184)).toBe(0x1122334455667788n);
    const load = file.indexOf(0x18, codeAt);
    expect([file.readUInt32LE(load + 4), file.readUInt32LE(load + 12)]).toEqual([8, 0]);
    const call = file.indexOf(Buffer.from('85000000', 'hex'), codeAt);
    expect(file.readUInt32LE(call + 4)).toBe(0x7317b434);
    expect([file.readUInt32LE(48), file.length % 8]).toEqual([3, 0]);
  });

  it.each([
    [
      'memory that it may write',
      'static unsigned long count; unsigned long entrypoint(void) { return ++*(volatile unsigned long *)&count; }',
      /cannot be part of a program/,
    ],
    [
      'a call of what nobody has',
      'extern unsigned long other(void); unsigned long entrypoint(void) { return other(); }',
      /"other" is no system call/,
    ],
    [
      'a call through a register',
      'unsigned long entrypoint(unsigned long (*const *function)(void)) { return (*function)(); }',
      /call through a register/,
    ],
    ['no entrypoint', 'unsigned long start(void) { return 0; }', /no entrypoint/],
  ])('refuses %s', (_, source, message) => {
    expect(() => link(source)).toThrow(message);
  });

  it('has the compiler refuse a frame that is larger than 4096 bytes', () => {
    const frame = (size: number): string =>
      `extern unsigned long sol_memcpy_(void *, const void *, unsigned long);\nunsigned long entrypoint(const void *x) { char b[${size}]; sol_memcpy_(b, x, ${size}); return (unsigned long)b[9]; }`;
    expect(() => link(frame(4000))).not.toThrow();
    expect(() => link(frame(4104))).toThrow(/stack/i);
  });

  it('refuses what is no object file', () => {
    expect(() => linkProgram(Buffer.alloc(64))).toThrow('Not an object file for BPF.');
  });
});
