import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandOf } from '../../../scripts/commandOf.js';

const root = join(import.meta.dirname, '../../..');

/** Error output of a command whose standard output is not read. */
async function unread(app: 'apps/local' | 'apps/cli', args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [...commandOf(app), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  await once(child, 'close');
  return errors;
}

test.each([
  ['apps/local', ['--list', '--json']],
  ['apps/cli', ['--help']],
] as const)('%s %j ends in order when its reader is gone, as after head', async (app, args) => {
  expect(await unread(app, args)).toBe('');
});
