import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { input } from '../../test/smallConfiguration.js';
import { parseConfiguration } from './configuration.js';
import { readDevnet } from './readDevnet.js';

const directory = mkdtempSync(join(tmpdir(), 'portage-devnet-file-'));
const file = join(directory, 'devnet.json');
afterAll(() => {
  rmSync(directory, { recursive: true });
});

test('the configuration comes with the id of the devnet; other members are not read', () => {
  writeFileSync(file, JSON.stringify({ devnetId: '0x01', chains: 7, configuration: input }));
  expect(readDevnet(file)).toEqual({ devnetId: '0x01', configuration: parseConfiguration(input) });
});

test.each([
  ['a file without a configuration', { devnetId: '0x01' }],
  ['a configuration with a misspelled member', { devnetId: '0x01', configuration: { polcy: {} } }],
])('refuses %s', (_, content) => {
  writeFileSync(file, JSON.stringify(content));
  expect(() => readDevnet(file)).toThrow(
    expect.objectContaining({ code: 'INVALID_CONFIGURATION' }),
  );
});

test('a devnet that does not run is named by its path', () => {
  expect(() => readDevnet(join(directory, 'absent.json'))).toThrow(
    /There is no devnet at .*absent/,
  );
});
