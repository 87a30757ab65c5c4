import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEther, type Hex } from 'viem';
import { beforeAll, describe, expect, test } from 'vitest';
import { installPacked } from '../../../scripts/installPacked.js';
import { publishedPackages } from '../../../scripts/workspacePackages.js';
import { expectSound } from './expectSound.js';
import { startProcess, type ServiceProcess } from './startProcess.js';
import { balanceOf, getQuote, sendSteps } from './transfer.js';
import { useDevnet } from './useDevnet.js';
import { watchStatus } from './watchStatus.js';

const root = join(import.meta.dirname, '../../..');

// The test packs the build that is there; `npm test` builds first.
describe.runIf(process.env['PORTAGE_TEST_BUILT'] === '1')('the packed program', () => {
  const local = useDevnet({ accounts: 2 });
  let folder: string;
  let service: ServiceProcess;
  let url: string;

  beforeAll(async () => {
    folder = local.directory;
    installPacked(publishedPackages(root), folder);
    service = startProcess(
      ['--devnet', local.devnet.file, '--data', join(folder, 'data'), '--port', '0'],
      {},
      { command: [join(folder, 'node_modules/@portage/service/bin.mjs')], cwd: folder },
    );
    local.onEnd(() => service.stop('SIGKILL'));
    url = await service.url;
  });

  test('starts in an empty folder, without a part of the service beside it', async () => {
    const installed = (name: string): boolean =>
      existsSync(join(folder, 'node_modules/@portage', name));
    expect(['service', 'core', 'settlement', 'api', 'quoter'].filter(installed)).toEqual([
      'service',
      'core',
    ]);
    expect(existsSync(join(folder, 'node_modules/@portage/service/src'))).toBe(false);
    const health = (await (await fetch(`${url}/health`)).json()) as unknown;
    expect(health).toMatchObject({ status: 'ok' });
  });

  test('applies the migrations of each part to its embedded database', () => {
    const applied = service
      .log()
      .split('\n')
      .flatMap((line) => /"migration":"([^"]+)"/.exec(line)?.[1] ?? []);
    expect(applied.map((name) => name.split('/')[0])).toEqual(
      expect.arrayContaining(['database', 'access', 'settlement']),
    );
  });

  test.each(['/', '/page/status.css', '/page/status.mjs', '/docs', '/docs/json'])(
    'serves %s, which it reads from its own files',
    async (path) => {
      const answer = await fetch(url + path);
      expect(answer.status).toBe(200);
      expect((await answer.text()).length).toBeGreaterThan(100);
    },
  );

  test('quotes a transfer and fills it', async () => {
    const payer = local.devnet.description.accounts[0]!;
    const recipient: Hex = '0x00000000000000000000000000000000000e2e0f';
    const quote = await getQuote(url, {
      user: payer.address,
      recipient,
      originChainId: 8453,
      destinationChainId: 10,
      amount: parseEther('0.1').toString(),
    });
    const watching = watchStatus(url, quote.steps[0]!.requestId!);
    await sendSteps(local.devnet, payer.privateKey, quote);
    expect((await watching).at(-1)).toMatchObject({ status: 'success' });
    expect((await balanceOf(local.devnet, 10, recipient)).toString()).toBe(
      quote.details.currencyOut.amount,
    );
  });

  test('has a source map that shows the sources', async () => {
    const file = join(folder, 'node_modules/@portage/service/dist/service.js.map');
    const map = JSON.parse(await readFile(file, 'utf8')) as {
      readonly sources: readonly string[];
      readonly sourcesContent: readonly string[];
    };
    const index = map.sources.findIndex((source) => source.endsWith('/startService.ts'));
    expect(map.sourcesContent[index]).toContain('export async function startService');
  });

  test('ends in order on SIGTERM', async () => {
    const address = join(folder, 'data/service.json');
    expect(existsSync(address)).toBe(true);
    await expectSound(join(folder, 'data'), local.devnet);
    expect(await service.stop('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(existsSync(address)).toBe(false);
    expect(service.log()).toContain('"msg":"stopping"');
  });
});
