import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandOf } from '../../../scripts/commandOf.js';
import { createDevnet, devnetDescriptionSchema, type DevnetDescription } from './index.js';
import { commandLine } from './node/commandLine.js';

interface Running {
  readonly child: ChildProcess;
  readonly description: DevnetDescription;
  readonly pids: readonly number[];
  readonly exited: Promise<number | NodeJS.Signals | null>;
}

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portage-bin-'));
});

afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

function run(...args: string[]): ChildProcess {
  return spawn(process.execPath, [...commandOf('apps/devnet'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
}

/** Starts the command and waits for the line that it prints when everything runs. */
async function start(...args: string[]): Promise<Running> {
  const child = run('--data', dataDir, '--json', '--port', '28545', ...args);
  const exited = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal)),
  );
  let text = '';
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => void (errors += chunk.toString()));
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('\n')) resolve(text);
    });
    void exited.then(() => reject(new Error(`The command ended: ${errors}`)));
  });
  return {
    child,
    description: devnetDescriptionSchema.parse(JSON.parse(line)),
    pids: await recorded(),
    exited,
  };
}

async function recorded(): Promise<number[]> {
  const { nodes } = JSON.parse(await readFile(join(dataDir, 'processes.json'), 'utf8')) as {
    nodes: { pid: number }[];
  };
  return nodes.map(({ pid }) => pid);
}

/** Waits until none of the processes runs: the guard needs a moment. */
const gone = (pids: readonly number[]): Promise<void> =>
  expect.poll(() => pids.filter((pid) => commandLine(pid) !== undefined)).toEqual([]);

describe('portage-devnet', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s ends it cleanly, with every node and file',
    async (signal) => {
      const { child, pids, exited, description } = await start();
      expect(pids).toHaveLength(5);
      expect(existsSync(join(dataDir, 'devnet.json'))).toBe(true);
      expect(Object.keys(description.chains)).toEqual([
        '10',
        '8453',
        '3586256',
        '8253038',
        '792703809',
      ]);
      child.kill(signal);
      expect(await exited).toBe(0);
      for (const pid of pids) expect(commandLine(pid)).toBeUndefined();
      expect([
        existsSync(join(dataDir, 'devnet.json')),
        existsSync(join(dataDir, 'processes.json')),
      ]).toEqual([false, false]);
    },
  );

  test('runs the chains that are named alone', async () => {
    const { child, exited, description } = await start('--chains', 'base,lighter');
    expect(Object.keys(description.chains)).toEqual(['8453', '3586256']);
    child.kill('SIGINT');
    expect(await exited).toBe(0);
  });

  test('kill -9 leaves no node either, and the next start works in the same directory', async () => {
    const first = await start();
    first.child.kill('SIGKILL');
    expect(await first.exited).toBe('SIGKILL');
    await gone(first.pids);
    const second = await start();
    expect(second.description.devnetId).not.toBe(first.description.devnetId);
    second.child.kill('SIGINT');
    expect(await second.exited).toBe(0);
  });

  test('a node whose guard was killed too is reaped at the next start, and a stranger with a recorded number is not', async () => {
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      stdio: 'ignore',
    });
    const anvil = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1001)'], {
      stdio: 'ignore',
    });
    const command = commandLine(anvil.pid ?? 0);
    const nodes = [
      { pid: anvil.pid, command },
      { pid: stranger.pid, command: 'anvil --port 8545' },
    ];
    await writeFile(
      join(dataDir, 'processes.json'),
      JSON.stringify({ owner: { pid: 2 ** 22 + 1, command: 'portage-devnet' }, nodes }),
    );
    const ended = new Promise((resolve) => anvil.once('exit', (_, signal) => resolve(signal)));
    const devnet = await createDevnet({
      dataDir,
      chains: [{ id: 1, slug: 'one', name: 'One' }],
      ports: [0],
      controlPort: 0,
    });
    expect(await ended).toBe('SIGKILL');
    expect(commandLine(stranger.pid ?? 0)).toBeDefined();
    stranger.kill();
    await devnet.close();
  });

  test('says what is wrong, and what it can do', async () => {
    const ask = async (...args: string[]): Promise<readonly [unknown, string]> => {
      const child = run(...args);
      let text = '';
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk: Buffer) => void (text += chunk.toString()));
      const code = await new Promise((resolve) => child.once('close', resolve));
      return [code, text];
    };
    const [code, help] = await ask('--help');
    expect(code).toBe(0);
    for (const flag of ['--data', '--chains', '--block-time', '--port', '--json'])
      expect(help).toContain(flag);
    expect(help.match(/lighter/g)).toHaveLength(1);
    expect((await ask('--block-time', '0'))[0]).toBe(1);
    expect((await ask('--port', 'x'))[0]).toBe(1);
  });
});
