import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@portage/core';
import { afterAll, expect, test } from 'vitest';
import { loadPlugins, unusedFamilies } from './loadPlugins.js';

const directory = mkdtempSync(join(tmpdir(), 'portage-plugins-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

/** Installs a package whose module has this text. */
function install(name: string, text: string): void {
  const folder = join(directory, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  const manifest = { name, type: 'module', exports: { '.': { default: './index.js' } } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'index.js'), text);
}

test('a plugin is found from the folder of the configuration', async () => {
  install(
    '@acme/mychain',
    "export const plugin = { vms: [{ name: 'mychain', codec: {}, prepare() {} }], swapSources: [] };",
  );
  const [plugin] = await loadPlugins(['@acme/mychain'], directory);
  expect(plugin).toMatchObject({ name: '@acme/mychain', vms: [{ name: 'mychain' }] });
});

test('a plugin brings paths between chains', async () => {
  install(
    '@acme/bridge',
    `const path = { name: 'acme-bridge', lanes: [] };
    export const plugin = { vms: [], swapSources: [], paths: [{ open: async () => path }] };`,
  );
  const [plugin] = await loadPlugins(['@acme/bridge'], directory);
  const environment = { signal: AbortSignal.abort(), clock: systemClock, log: () => undefined };
  expect(await plugin?.paths?.[0]?.open({ all: [] }, environment)).toEqual({
    name: 'acme-bridge',
    lanes: [],
  });
});

test('a family that no chain uses is told', () => {
  const vm = { name: 'mychain', codec: undefined as never, prepare: () => undefined as never };
  const plugin = { vms: [vm], swapSources: [] };
  expect(unusedFamilies(plugin, [{ vm: 'evm' }])).toEqual(['mychain']);
  expect(unusedFamilies(plugin, [{ vm: 'evm' }, { vm: 'mychain' }])).toEqual([]);
});

test.each([
  ['a module that is not there', '@acme/none', undefined],
  ['a module that throws', '@acme/broken', "throw new Error('no');"],
  ['a module without a plugin', '@acme/empty', 'export const other = 1;'],
  [
    'a plugin with a path that does not open',
    '@acme/closed',
    'export const plugin = { vms: [], swapSources: [], paths: [{ open: 1 }] };',
  ],
  ['a plugin of another shape', '@acme/odd', 'export const plugin = { vms: [{ name: 1 }] };'],
])('%s is refused by its name', async (_, name, text) => {
  if (text !== undefined) install(name, text);
  await expect(loadPlugins([name], directory)).rejects.toThrow(
    expect.objectContaining({
      code: 'INVALID_CONFIGURATION',
      message: expect.stringContaining(name) as string,
    }),
  );
});
