import { expect, test } from 'vitest';
import { createRedaction } from './createRedaction.js';

const redact = createRedaction(
  'https://s3cretuser:s3cret%2Fpass@rpc.example/v2/s3cretpath?apikey=s3cret%2Bquery&network=main&bad=s3cret%E0',
);

test.each([
  ['a user', 's3cretuser is not known'],
  ['a password, as it is written and as it is meant', 's3cret%2Fpass or s3cret/pass'],
  ['a part of the path', 'no credit for s3cretpath'],
  ['a value of the query, as it is written and as it is meant', 's3cret%2Bquery or s3cret+query'],
  ['a value that is no text', 's3cret%E0'],
  ['the address', 'POST https://rpc.example/v2/s3cretpath?apikey=s3cret%2Bquery failed'],
])('W1: %s is taken out', (_, text) => {
  expect(redact(text)).not.toMatch(/s3cret/);
  expect(redact(text)).toContain('[redacted]');
});

test('words stay as they are', () => {
  const text = 'rpc.example: method v2 of network main is not supported, apikey';
  expect(redact(text)).toBe(text);
  expect(createRedaction('http://127.0.0.1:8545/')(text)).toBe(text);
});
