import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { env } from '../packageManager.mjs';
import { root } from '../runSteps.mjs';

/**
 * Runs a line of a shell in a folder of the workspace, with the programs of its packages at hand,
 * and resolves with its exit code and its output; the output is also written as it comes where
 * `isShown`.
 */
export function runCommand(line, { folder = '.', isShown = false, variables = {} } = {}) {
  const cwd = join(root, folder);
  const programs = [cwd, root].map((at) => join(at, 'node_modules', '.bin'));
  return new Promise((resolve, reject) => {
    let text = '';
    const child = spawn(line, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...env, ...variables, PATH: [...programs, process.env.PATH].join(delimiter) },
      shell: true,
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
        if (isShown) process.stdout.write(chunk);
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, text }));
  });
}

/**
 * Command of a script of a package, as its manifest has it. It is run without the package manager,
 * whose start takes longer than many a check.
 */
export function scriptLine(name, folder = '.') {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const line = manifest.scripts?.[name];
  if (line === undefined) throw new Error(`${folder} has no script "${name}"`);
  return line;
}

/** End of an output, which says what is wrong. */
export function lastLines(text) {
  return text.trimEnd().split('\n').slice(-30).join('\n');
}
