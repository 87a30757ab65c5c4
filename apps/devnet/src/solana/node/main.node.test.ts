import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exitWithoutVm, nodeReadySchema, type NodeConfiguration } from './nodeConfiguration.js';

const configuration: NodeConfiguration = {
  port: 0,
  slotMs: 100,
  confirmedAfter: 1,
  finalizedAfter: 3,
  seed: '07'.repeat(32),
  users: 1,
  accounts: [],
};

let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'portage-solana-'));
});

afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
});

async function run(content: string, env: NodeJS.ProcessEnv = {}) {
  const file = join(dir, `${Math.random()}.json`);
  await writeFile(file, content);
  const entry = new URL('./main.ts', import.meta.url).pathname;
  const child = spawn(
    process.execPath,
    ['--conditions=@portage/source', '--import=tsx', entry, file],
    { stdio: ['pipe', 'pipe', 'pipe'], env: { PATH: process.env['PATH'], ...env } },
  );
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, exited };
}

test('ends when whoever started it is gone', async () => {
  const { child, exited } = await run(JSON.stringify(configuration));
  const line = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())),
  );
  const { port, wsPort } = nodeReadySchema.parse(JSON.parse(line));
  expect([wsPort, await (await fetch(`http://127.0.0.1:${port}/health`)).text()]).toEqual([
    port + 1,
    'ok',
  ]);
  child.stdin.destroy();
  expect(await exited).toBe(0);
});

test('says so when there is no VM for the machine, and refuses a configuration that is none', async () => {
  const [without, wrong] = [
    await run(JSON.stringify(configuration), {
      NAPI_RS_NATIVE_LIBRARY_PATH: '/nowhere/litesvm.node',
    }),
    await run('{}'),
  ];
  expect(await without.exited).toBe(exitWithoutVm);
  expect(await wrong.exited).toBe(1);
});
