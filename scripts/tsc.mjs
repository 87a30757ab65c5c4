/**
 * `node scripts/tsc.mjs …`: TypeScript 7. Its program comes from the package of this platform
 * alone: beside `typescript` 6, whose API the linter and the generators need, the launcher's
 * package would be a second version of one name, and libraries that ask for a compiler would take
 * either.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Path of the compiler's program on this platform. */
export function compilerPath() {
  const name = `@typescript/typescript-${process.platform}-${process.arch}`;
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return join(dirname(manifest), 'lib', process.platform === 'win32' ? 'tsc.exe' : 'tsc');
  } catch (error) {
    throw new Error(`TypeScript has no program for this platform: ${name} is not installed.`, {
      cause: error,
    });
  }
}

if (process.argv[1] === import.meta.filename) {
  const child = spawn(compilerPath(), process.argv.slice(2), { stdio: 'inherit' });
  child.once('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
