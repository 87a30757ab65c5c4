import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { env } from './packageManager.mjs';
import { createProgress } from './progress.mjs';

/** Root of the workspace. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a command and keeps its output; resolves with its exit code and that output. */
export function runQuietly([command, ...args], { onOutput, onStart } = {}) {
  return new Promise((resolve, reject) => {
    let text = '';
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env,
      shell: process.platform === 'win32',
    });
    onStart?.(child);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
        onOutput?.(chunk);
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, text }));
  });
}

/**
 * Runs steps one after the other and says on stderr how far they are, so that stdout stays for
 * results. Where one fails, its whole output is shown, and the process exits with its code.
 */
export async function runSteps(steps) {
  const progress = createProgress(process.stderr);
  for (const { text, command, reader } of steps) {
    const words = command();
    progress.begin(text);
    const onOutput = reader?.((shown) => progress.advance(shown));
    const { code, text: output } = await runQuietly(words, { onOutput });
    progress.end();
    if (code === 0) continue;
    process.stderr.write(`${output}\n"${words.join(' ')}" failed with exit code ${code}.\n`);
    process.exit(code);
  }
}
