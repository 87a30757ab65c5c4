import { expect, it } from 'vitest';
import { createRandomBytes } from './createRandomBytes.js';

it('hands out bytes of any length, none of them twice', () => {
  const randomBytes = createRandomBytes();
  const drawn = Array.from({ length: 2_000 }, () => Buffer.from(randomBytes(64)).toString('hex'));
  expect(new Set(drawn).size).toBe(2_000);
  // Halves of one draw differ as well, and none repeats bytes that were handed out.
  expect(new Set(drawn.flatMap((hex) => [hex.slice(0, 64), hex.slice(64)])).size).toBe(4_000);
  expect(drawn.some((hex) => hex.includes('0'.repeat(32)))).toBe(false);
  for (const length of [0, 1, 16_383, 16_384, 16_385, 40_000])
    expect(randomBytes(length)).toHaveLength(length);
});
