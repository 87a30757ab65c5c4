import fc from 'fast-check';
import { expect, it } from 'vitest';
import { quoteText } from './quoteText.js';

it('quotes as JSON.stringify does', () => {
  const account = fc
    .uint8Array({ minLength: 20, maxLength: 20 })
    .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);
  const text = fc.oneof(
    account,
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', 'base:usdc', 'a"b', 'a\\b', 'a\nb', 'line\n', '\ud800', 'é'),
  );
  fc.assert(
    fc.property(text, (each) => {
      expect(quoteText(each)).toBe(JSON.stringify(each));
    }),
    { numRuns: 1_000 },
  );
});
