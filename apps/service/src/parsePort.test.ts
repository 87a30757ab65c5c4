import { expect, it } from 'vitest';
import { parsePort } from './parsePort.js';

it.each(['', ' ', '65536', '-1', '1e3', '0x50', ' 80', '8 0', '4000.0'])(
  '%j is no port',
  (text) => {
    expect(() => parsePort(text)).toThrow('A port is a whole number from 0 to 65535.');
  },
);

it('reads a port', () => {
  expect(['0', '4000', '65535'].map(parsePort)).toEqual([0, 4_000, 65_535]);
});
