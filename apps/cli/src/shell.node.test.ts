import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { startService } from '../../../packages/client/test/startService.js';
import { commandOf } from '../../../scripts/commandOf.js';
import { runInProcess } from '../test/runInProcess.js';

/** Words that bash offers for the last word of a line. */
async function completed(line: readonly string[]): Promise<readonly string[]> {
  const { stdout: script } = await runInProcess(['completion', 'bash']);
  const words = line.map((word) => `'${word}'`).join(' ');
  const ask = `COMP_WORDS=(${words}); COMP_CWORD=${String(line.length - 1)}; _portage; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const bash = spawn('bash', ['--norc', '-c', `${script}\n${ask}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  bash.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(bash, 'close');
  return text.split('\n').filter((word) => word !== '');
}

describe('portage completion bash', () => {
  it.each([
    [['portage', 'sw'], ['swap']],
    [
      ['portage', 'keys', ''],
      ['create', 'list', 'revoke'],
    ],
    [['portage', 'keys', 'create', '--own'], ['--owner']],
    [['portage', 'swap', '--amount', '1', '--am'], ['--amount']],
    [['portage', 'requests', '--status', 'ref'], ['refund']],
  ])('completes %j', async (line, words) => {
    expect(await completed(line)).toEqual(expect.arrayContaining(words));
  });
});

describe('a pipe that is closed', () => {
  it('ends a command that has more to tell, in silence, as other programs end', async () => {
    const service = await startService((heard, answer) => {
      const at = Number(heard.query.get('continuation') ?? 0);
      const status = { status: 'success', createdAt: '2026-11-21T07:00:00.000Z' };
      const requests = Array.from({ length: 50 }, (_, index) => ({
        id: `0x${String(at + index).padStart(64, '0')}`,
        ...status,
        updatedAt: status.createdAt,
        user: '0x01',
        recipient: '0x02',
        referrer: null,
        depositAddress: null,
        data: { failReason: 'N/A', refundFailReason: 'N/A', inTxs: [], outTxs: [] },
      }));
      // The list never ends.
      answer.json(
        200,
        heard.path === '/chains' ? { chains: [] } : { requests, continuation: String(at + 50) },
      );
    });
    const child = spawn(
      process.execPath,
      [...commandOf('apps/cli'), 'requests', '-n', '1000000000', '--url', service.url],
      {
        cwd: fileURLToPath(new URL('..', import.meta.url)),
        env: { PATH: process.env['PATH'] },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.stdout.once('data', () => child.stdout.destroy());
    const [code] = (await once(child, 'exit')) as [number | null];
    expect([code, stderr]).toEqual([141, '']);
  });
});
