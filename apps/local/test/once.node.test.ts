import { execFileSync, spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { quoteSchema } from '@portage/core/schemas';
import { commandOf } from '../../../scripts/commandOf.js';

const root = join(import.meta.dirname, '../../..');

/** Arguments of node for the command line. */
const cli = commandOf('apps/cli')
  .map((argument) => `"${argument}"`)
  .join(' ');

const resultSchema = z.object({
  demo: z.string(),
  ok: z.literal(true),
  requestId: z.string().regex(/^0x[0-9a-f]{64}$/),
  originChainId: z.number(),
  destinationChainId: z.number(),
  inTxHashes: z.array(z.string()).min(1),
  txHashes: z.array(z.string()).min(1),
  amountIn: z.string().regex(/^[1-9]\d*$/),
  amountOut: z.string().regex(/^[1-9]\d*$/),
  fees: z
    .object({ gas: z.object({ amount: z.string() }), relayer: z.object({ amount: z.string() }) })
    .loose(),
  seconds: z.number().positive(),
});

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portage-once-'));
});
afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs the part of `npm start` after its set-up. `onOutput` sees the output so far and may end the
 * run.
 */
async function local(
  args: readonly string[],
  onOutput?: (stdout: string, kill: () => void) => void,
): Promise<Run> {
  const child = spawn(process.execPath, [...commandOf('apps/local'), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return ended(child, onOutput);
}

/** Waits until a process has ended and its output was read. */
async function ended(
  child: ChildProcessByStdio<null, Readable, Readable>,
  onOutput?: (stdout: string, kill: () => void) => void,
): Promise<Run> {
  let stdout = '';
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
    onOutput?.(stdout, () => child.kill('SIGINT'));
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

/** Processes with the data directory in their command line: nodes, databases, guards. */
function leftovers(): readonly string[] {
  return execFileSync('ps', ['-e', '-o', 'args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(dataDir) && !line.includes('ps -e'));
}

test('lists the demonstrations without starting anything', async () => {
  const { code, stdout } = await local(['--list']);
  expect(code).toBe(0);
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split(' ')[0]),
  ).toContain('bridge-eth-to-usdc');
});

test('runs chosen demonstrations, prints one object each and leaves nothing behind', async () => {
  const { code, stdout, stderr } = await local([
    '--once',
    '--json',
    '--only',
    'bridge-eth-base-optimism,bridge-usdc-to-eth',
    '--data',
    dataDir,
    '--port',
    '0',
    '--block-time',
    '0.25',
  ]);
  expect(stderr.includes('rror'), stderr).toBe(false);
  expect(code).toBe(0);
  const results = stdout
    .trim()
    .split('\n')
    .map((line) => resultSchema.parse(JSON.parse(line)));
  expect(results.map(({ demo }) => demo).sort()).toEqual([
    'bridge-eth-base-optimism',
    'bridge-usdc-to-eth',
  ]);
  expect(leftovers()).toEqual([]);
  expect(existsSync(join(dataDir, 'devnet.json'))).toBe(false);
  const checked = await runLine(`node apps/cli/bin.mjs ledger check --json --data "${dataDir}"`);
  expect(checked).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(checked.stdout)).toEqual({ event: 'checked', holds: true, violations: 0 });
});

test('ends cleanly on Ctrl-C in the middle of a run', async () => {
  let killed = false;
  const { code } = await local(
    ['--data', dataDir, '--port', '0', '--block-time', '0.25'],
    (stdout, kill) => {
      if (killed || !stdout.includes('serves at')) return;
      killed = true;
      kill();
    },
  );
  expect(code).not.toBeNull();
  expect(leftovers()).toEqual([]);
  expect(
    readdirSync(dataDir).filter((name) => name.endsWith('.lock') || name === 'devnet.json'),
  ).toEqual([]);
});

/** Runs a line of a terminal, the command line of the sources in the place of the built one. */
function runLine(line: string): Promise<Run> {
  const child = spawn(
    'sh',
    ['-c', line.replace('node apps/cli/bin.mjs', `"${process.execPath}" ${cli}`)],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  return ended(child);
}

test('prints commands to try next, which do what they say', async () => {
  const runs: Promise<Run>[] = [];
  await local(
    ['--only', 'bridge-usdc-to-eth', '--data', dataDir, '--port', '0', '--block-time', '0.25'],
    (stdout, kill) => {
      const lines = /in another terminal:\n\n(.+)\n\n(.+)\n/.exec(stdout);
      if (lines === null || runs.length > 0) return;
      runs.push(...lines.slice(1).map(runLine));
      void Promise.allSettled(runs).then(kill);
    },
  );
  const [quote, swap] = await Promise.all(runs);
  expect(quote?.code).toBe(0);
  expect(quoteSchema.parse(JSON.parse(quote?.stdout ?? '')).steps).toMatchObject([
    { id: 'deposit' },
  ]);
  expect(swap, swap?.stderr).toMatchObject({ code: 0 });
  expect(swap?.stdout).toMatch(/success/i);
});

test('refuses an unknown demonstration by name', async () => {
  const { code, stderr } = await local(['--once', '--only', 'bridge-nothing']);
  expect(code).toBe(1);
  expect(stderr).toContain('bridge-nothing');
});
