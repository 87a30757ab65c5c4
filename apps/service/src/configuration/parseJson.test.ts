import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fillConfiguration } from '../deploy/fillConfiguration.js';
import { readSettingsFile } from '../deploy/settingsFile.js';
import { readEndpoints } from '../init/readEndpoints.js';
import { readValues } from '../init/setValues.js';
import { readConfiguration } from './configuration.js';
import { parseJson } from './parseJson.js';

const folder = mkdtempSync(join(tmpdir(), 'portage-json-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const text =
  '{"chains": [], "policy": {"outflows": {"hourMicroUsdMax": "1", "hourMicroUsdMax": "9"}}}';

test.each<readonly [string, (path: string) => unknown]>([
  ['a configuration', (path) => readConfiguration(path, {})],
  ['a configuration that a deployment fills in', (path) => fillConfiguration(path, [])],
  ['arguments of a deployment', (path) => readSettingsFile(path, '{}')],
  ['endpoints', readEndpoints],
  ['values', readValues],
])('W15: refuses a member that stands twice in %s', (_, read) => {
  const path = join(folder, 'twice.json');
  writeFileSync(path, text);
  expect(() => read(path)).toThrow(/"hourMicroUsdMax" is named twice/);
});

test.each([
  ['{"a": 1, "a": 1}', '"a"'],
  ['{"a": 1, "\\u0061": 2}', '"a"'],
  ['[{"b": {"x": "{\\"", "a": 1}, "b": 2}]', '"b"'],
  ['{"": 1, "": 2}', 'a member'],
  ['{"https://a.example/secret": 1, "https://a.example/secret": 2}', 'a member'],
])('W15: refuses %s', (twice, name) => {
  expect(() => parseJson(twice, 'The file')).toThrow(`The file: ${name} is named twice`);
  expect(() => parseJson(twice, 'The file')).not.toThrow('secret');
});

test.each([
  '{"a": {"a": ["a", "a"]}, "b": {"a": "\\"a\\": 1, {"}}',
  '[{"a": 1}, {"a": 1}]',
  '"a"',
  '{"a": "a", "A": "a:a"}',
])('reads %s', (once) => {
  expect(parseJson(once, 'The file')).toEqual(JSON.parse(once));
});
