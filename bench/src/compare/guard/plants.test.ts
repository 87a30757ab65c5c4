import { describe, expect, test } from 'vitest';
import { withWork } from './plants.js';

const program = `async function priceRequest(body, { id }) {
  return body;
}
export { priceRequest };
`;

describe('planted work', () => {
  test('is at the start of the hot function, and the program still runs', async () => {
    const text = withWork(program, { load: 'quote', microseconds: 50 });
    expect(text).toMatch(/priceRequest\(body, \{ id \}\) \{\n {2}plantedWork\(\d+\);\n/);
    const { priceRequest } = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as {
      readonly priceRequest: (body: number, caller: object) => Promise<number>;
    };
    await expect(priceRequest(7, {})).resolves.toBe(7);
  });

  test('is refused where the program has no such function, or two', () => {
    expect(() => withWork(program, { load: 'fill', microseconds: 50 })).toThrow('0 functions');
    expect(() => withWork(program + program, { load: 'quote', microseconds: 50 })).toThrow(
      '2 functions',
    );
  });
});
