import { expect, it } from 'vitest';
import { readBody } from './readRequest.js';

const user = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';

it.each([
  ['quote#forJitoBundle', 'forJitoBundle', true],
  ['quote#referencePrice', 'referencePrice', '1.02'],
  ['quote#useReceiver', 'useReceiver', true],
])('%s: is refused by name, as it would change what is paid', (_, path, value) => {
  expect(() => readBody({ user, [path]: value })).toThrow(
    expect.objectContaining({
      code: 'INVALID_REQUEST',
      details: [expect.objectContaining({ path })],
    }),
  );
  for (const nothing of [undefined, null, false])
    expect(readBody({ user, [path]: nothing }).user).toBe(user);
});

it('passes over a member that nobody knows', () => {
  expect(readBody({ user, colour: 'blue' }).user).toBe(user);
});
