import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadPlugins } from '@portage/service';
import { expect, onTestFinished, test } from 'vitest';
import { readOptions } from '../src/options.js';
import { startSystem } from '../src/startSystem.js';
import { auditOnClose } from './auditOnClose.js';
import { evmChains } from './evmChains.js';

const source = `export const plugin = {
  vms: [],
  swapSources: [
    {
      chain: 'base',
      open: async () => ({
        id: 'my-venue',
        pools: () => ({ value: [], observedAt: Date.now() }),
        quote: () => undefined,
        build: () => [],
      }),
    },
  ],
};
`;

test('a module that is named by --plugin runs in the system', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portage-plugin-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'mine.mjs'), source);
  const { plugin } = readOptions(['--plugin', './mine.mjs']);
  const system = auditOnClose(
    await startSystem({
      dataDir: undefined,
      port: 0,
      blockTimeSeconds: 0.25,
      accounts: 2,
      chains: evmChains,
      plugins: await loadPlugins(plugin, folder),
    }),
  );
  onTestFinished(() => system.close());
  const answer = await fetch(`${system.url}/swap-sources?chainId=8453`);
  expect(await answer.json()).toMatchObject({
    sources: expect.arrayContaining(['my-venue']) as unknown,
  });
});
