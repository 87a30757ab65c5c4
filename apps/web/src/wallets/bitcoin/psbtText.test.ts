import { describe, expect, it } from 'vitest';
import { psbtBase64, psbtBytes, readPsbtText } from './psbtText.js';

const hex = '70736274ff01000a00000000000000000000';

describe('a pasted PSBT', () => {
  it('is read from base64 and hex, with spaces and line breaks', () => {
    const base64 = psbtBase64(hex);
    expect(base64).toMatch(/^cHNidP8/);
    expect(readPsbtText(base64)).toBe(hex);
    expect(readPsbtText(`  ${base64.slice(0, 9)}\n${base64.slice(9)} `)).toBe(hex);
    expect(readPsbtText(hex.toUpperCase())).toBe(hex);
    expect(psbtBytes(hex)).toHaveLength(hex.length / 2);
  });

  it.each(['', 'psbt', '70736274', '70736274fe00', 'cHNidP8', 'aGVsbG8=', '0200000001', 'zz=='])(
    'is none: %j',
    (text) => {
      expect(readPsbtText(text)).toBeUndefined();
    },
  );
});
