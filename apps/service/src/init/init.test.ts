import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zeroAddress } from '@portage/core';
import { afterAll, describe, expect, test } from 'vitest';
import { allocator, solver } from '../../test/smallConfiguration.js';
import { parseConfiguration } from '../configuration/configuration.js';
import { refuseUnlimited } from '../configuration/refuseUnlimited.js';
import { builtinVms } from '../vms.js';
import { readEndpoints } from './readEndpoints.js';
import { readValues } from './setValues.js';
import { writeTemplate } from './writeTemplate.js';

const folder = mkdtempSync(join(tmpdir(), 'portage-init-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const nine = [
  'ethereum',
  'base',
  'arbitrum',
  'optimism',
  'polygon',
  'bnb',
  'unichain',
  'solana',
  'bitcoin',
];

/** Value that an operator enters at a place of the template. */
function answer(path: string): unknown {
  const url = /\.(?:rpcUrls|esploraUrls)\.(\d)$/.exec(path);
  if (url !== null) return `https://rpc${url[1]!}.example${url[1]!}.com/`;
  if (path === 'prices.http.url') return 'https://prices.example.com/';
  if (path.startsWith('prices.http.ids.')) return '12'.repeat(32);
  if (path.includes('.programs.')) return '1'.repeat(32);
  if (path.includes('.contracts.')) return zeroAddress;
  return path.endsWith('.startHeight') ? 900_000 : '1000000';
}

function fill(value: unknown, path = ''): unknown {
  if (typeof value === 'string') return value.startsWith('<') ? answer(path) : value;
  if (typeof value !== 'object' || value === null) return value;
  const filled = Object.entries(value).map(([name, member]): [string, unknown] => [
    name,
    fill(member, path === '' ? name : `${path}.${name}`),
  ]);
  return Array.isArray(value) ? filled.map(([, member]) => member) : Object.fromEntries(filled);
}

describe('init', () => {
  test('nine networks leave at most sixty values to their operator', () => {
    const file = join(folder, 'nine.json');
    const open = writeTemplate({ networks: nine, endpoints: {}, file });
    expect(open.length).toBeLessThanOrEqual(60);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const written: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const configuration = parseConfiguration({
      ...(fill(written) as object),
      keys: { evm: { solver, allocator } },
    });
    expect(configuration.chains.map(({ slug }) => slug)).toEqual(nine);
    expect(() => {
      refuseUnlimited(configuration);
    }).not.toThrow();
    for (const chain of configuration.chains)
      builtinVms.find(({ name }) => name === chain.vm)?.prepare(chain);
  });

  test('a value that nobody filled in is refused with its path', () => {
    const file = join(folder, 'open.json');
    const [first] = writeTemplate({ networks: ['base'], endpoints: {}, file });
    expect(first).toBe('chains.0.rpcUrls.0');
    const written = fill(JSON.parse(readFileSync(file, 'utf8'))) as {
      readonly chains: readonly object[];
    };
    const [chain] = parseConfiguration({
      ...written,
      chains: [{ ...written.chains[0], rpcUrls: ['<endpoint of base>', 'https://a.example'] }],
    }).chains;
    expect(() => builtinVms[0]?.prepare(chain)).toThrow('rpcUrls.0');
  });

  test('takes the endpoints of a file', () => {
    const endpoints = join(folder, 'endpoints.json');
    const base = [
      'https://a.example/key',
      { url: 'https://b.example', operator: 'acme', callsPerSecondMax: 25 },
    ];
    writeFileSync(endpoints, JSON.stringify({ base }));
    const file = join(folder, 'endpoints-out.json');
    const open = writeTemplate({
      networks: ['base', 'solana'],
      endpoints: readEndpoints(endpoints),
      file,
    });
    expect(open).not.toContain('chains.0.rpcUrls.0');
    expect(open).toContain('chains.1.rpcUrls.0');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      chains: [{ network: 'base', rpcUrls: base }, { network: 'solana' }],
    });
  });

  test('takes values by places, a chain by its number or its network', () => {
    const file = join(folder, 'values.json');
    const values = {
      'chains.base.contracts.filler': zeroAddress,
      'chains.1.startHeight': 900_000,
      'prices.http.url': 'https://prices.example/',
      'policy.fillAttemptsMax': 3,
      'policy.fills.gasWaitMs': 1_000,
    };
    const open = writeTemplate({ networks: ['base', 'bitcoin'], endpoints: {}, values, file });
    expect(open).toContain('chains.0.contracts.depository');
    for (const place of ['chains.0.contracts.filler', 'chains.1.startHeight', 'prices.http.url'])
      expect(open).not.toContain(place);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      chains: [{ contracts: { filler: zeroAddress } }, { startHeight: 900_000 }],
      prices: { http: { url: 'https://prices.example/' } },
      policy: {
        fillAttemptsMax: 3,
        fills: { gasWaitMs: 1_000 },
        outflows: expect.objectContaining({
          hourMicroUsdMax: expect.stringContaining('<') as string,
        }) as object,
      },
    });
  });

  test.each([
    'chains.2',
    'chains.optimism.startHeight',
    'policies.a',
    'chains.0.__proto__.polluted',
    'chains.length',
    'chains..startHeight',
    'chains.00.startHeight',
    'chains.0.rpcUrls.length',
  ])('refuses a value at %s, which is no place', (place) => {
    const file = join(folder, 'nowhere.json');
    const values = JSON.parse(`{"${place}": "secret"}`) as Readonly<Record<string, unknown>>;
    const write = () => writeTemplate({ networks: ['base'], endpoints: {}, values, file });
    expect(write).toThrow(`has "${place}", which is no place`);
    expect(() => statSync(file)).toThrow();
  });

  test.each([
    ['chains.0.startHeight', 'chains.base.startHeight'],
    ['chains.base.contracts', 'chains.0.contracts.filler'],
    ['policy.outflows.hourMicroUsdMax', 'policy.outflows'],
  ])('W15: refuses %s beside %s, of which one alone would count', (one, other) => {
    const file = join(folder, 'both.json');
    const values = { [one]: {}, [other]: {} };
    const write = () => writeTemplate({ networks: ['base'], endpoints: {}, values, file });
    expect(write).toThrow(`has "${other}", a place that another one names too, or lies within`);
    expect(() => statSync(file)).toThrow();
  });

  test('refuses a file of values that is no object, without its words', () => {
    const file = join(folder, 'no-values.json');
    writeFileSync(file, '["secret"]');
    expect(() => readValues(file)).toThrow('cannot be read as a JSON object');
    expect(() => readValues(file)).not.toThrow('secret');
  });

  test('overwrites nothing', () => {
    const file = join(folder, 'mine.json');
    writeFileSync(file, 'mine');
    expect(() => writeTemplate({ networks: ['base'], endpoints: {}, file })).toThrow(
      'is there already',
    );
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  test.each([
    ['an unknown network', ['bsae'], {}, 'there is no network "bsae"'],
    ['no network', [], {}, 'networks: names none'],
    ['a network named twice', ['base', 'base'], {}, 'names base twice'],
    ['endpoints of no network', ['base'], { bsae: ['https://a.example'] }, 'has "bsae"'],
  ])('refuses %s, and writes nothing', (_what, networks, endpoints, message) => {
    const file = join(folder, 'none.json');
    expect(() => writeTemplate({ networks, endpoints, file })).toThrow(message);
    expect(() => statSync(file)).toThrow();
  });

  test.each([
    ['no JSON', 'https://a.example/secret'],
    ['no list', '{"base":"https://a.example/secret"}'],
    ['no address', '{"base":["secret"]}'],
    ['an endpoint for a name', '{"https://a.example/secret":["base"]}'],
  ])('refuses a file with %s, without its words', (_what, text) => {
    const file = join(folder, 'broken.json');
    writeFileSync(file, text);
    expect(() => readEndpoints(file)).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIGURATION' }) as Error,
    );
    expect(() => readEndpoints(file)).not.toThrow('secret');
  });
});
