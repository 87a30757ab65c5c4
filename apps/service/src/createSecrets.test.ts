import { describe, expect, test } from 'vitest';
import type { ChainConfiguration } from './configuration/configuration.js';
import { createSecrets, secretsOf } from './createSecrets.js';
import { prettyLine } from './prettyLine.js';

const solver = `0x${'5e'.repeat(32)}` as const;
const allocator = `0x${'a1'.repeat(32)}` as const;

function chainAt(rpcUrl: string, wsUrl: string, nodeUrl: string): ChainConfiguration {
  return {
    vm: 'evm',
    rpcUrls: [rpcUrl],
    wsUrl,
    node: { url: nodeUrl },
    explorerUrl: 'https://scan.example/public-page',
  };
}

describe('secrets', () => {
  const secrets = createSecrets();
  secrets.add(
    secretsOf(
      {
        keys: {
          evm: { solver, allocator },
          lvm: { solver: `7:2:${'c3'.repeat(40)}:${'d4'.repeat(32)}` },
          other: { mnemonic: 'w0rd w0rd w0rd', phrase: 'qu0te"and\\slash' },
        },
        prices: {
          source: 'feeds',
          assets: {},
          http: {
            url: 'https://prices.example/k3yk3ypath',
            ids: {},
            headers: { authorization: 'Bearer t0k3nt0k3n' },
          },
        },
        chains: [
          chainAt(
            'https://rpc.example/v2/k3yk3yk3y',
            'wss://user:hunter2@ws.example/?apikey=s3cr3ts3cr3t',
            'https://node.example/n0den0de',
          ),
          chainAt(
            'https://us3rk3yus3rk3y@rpc.example/',
            'wss://ws.example/?net=main&apikey=v4lu3v4lu3v4lu3',
            'https://name:b4s1c%2Fb4s1c@node.example/',
          ),
        ],
      },
      'postgres://portage:p%40ssword@db.example/portage',
    ),
  );

  test.each([
    ['a key', `key ${solver}`],
    ['a key without 0x', `key ${allocator.slice(2)}`],
    ['a key of another family', 'mnemonic w0rd w0rd w0rd'],
    ['the path of an endpoint that its family calls otherwise', 'GET /n0den0de'],
    ['the path of an endpoint', 'fetch https://rpc.example/v2/k3yk3yk3y failed'],
    ['the path of a source of prices', 'GET https://prices.example/k3yk3ypath failed'],
    ['a header, or its token alone', 'Bearer t0k3nt0k3n and t0k3nt0k3n'],
    ['a query', 'wss://ws.example/?apikey=s3cr3ts3cr3t'],
    ['a password', 'hunter2 was refused'],
    ['the password of the database, as written and as meant', 'p%40ssword p@ssword'],
    ['a part of a key that is a key itself', `signed with ${'c3'.repeat(40)}`],
    ['the bytes of a key in base64', Buffer.from(solver.slice(2), 'hex').toString('base64')],
    ['a text that JSON escapes', JSON.stringify({ err: 'qu0te"and\\slash' })],
    ['a value of a query, alone', 'v4lu3v4lu3v4lu3 is no key'],
    ['a name of a user that is a key', 'us3rk3yus3rk3y is no user'],
    ['a password as it was meant', 'b4s1c/b4s1c'],
    ['a header of a user', `Basic ${Buffer.from('name:b4s1c/b4s1c').toString('base64')}`],
    [
      'credentials of a URL that nobody named',
      'postgres://someone:other-secret@127.0.0.1:5432/postgres',
    ],
  ])('%s is taken out', (_, text) => {
    expect(secrets.clean(text)).not.toMatch(
      /w0rd|qu0te|n0de|5e5e5e|a1a1a1|c3c3c3|Xl5e|k3yk3y|us3rk3y|v4lu3|b4s1c|bmFtZTpi|t0k3n|s3cr3t|hunter2|p%40ss|p@ss|other-secret/,
    );
    expect(secrets.clean(text)).toContain('[redacted]');
  });

  test('other text stays as it is', () => {
    const line = JSON.stringify({
      level: 30,
      msg: 'the service runs',
      url: 'http://127.0.0.1:4000/health',
      mail: 'a@b.example',
      explorer: 'https://scan.example/public-page',
    });
    expect(secrets.clean(line)).toBe(line);
  });
});

test.each([
  ['postgres://portage:p/ss-w0rd@db.example/portage', 'p/ss-w0rd'],
  ['postgres://portage:p@ss?w0rd@db.example/portage', 'p@ss?w0rd'],
  ['postgres://portage:100%-w0rd@db.example/portage', '100%-w0rd'],
])('the password of %s, which is no URL or a broken one, is taken out', (url, password) => {
  const secrets = createSecrets();
  secrets.add(secretsOf({ keys: {}, chains: [], prices: { source: 'fixed', usd: {} } }, url));
  expect(secrets.clean(`Invalid URL: ${url}`)).not.toContain('w0rd');
  expect(secrets.clean(`password ${password}`)).not.toContain('w0rd');
});

test('a line for people', () => {
  const line = JSON.stringify({
    level: 50,
    time: 1_700_000_000_123,
    part: 'solver',
    open: 3,
    err: { stack: 'Error: no\n at x' },
    msg: 'a worker failed',
  });
  expect(prettyLine(line)).toBe(
    '22:13:20.123 ERROR a worker failed part=solver open=3\n    Error: no\n     at x\n',
  );
});
