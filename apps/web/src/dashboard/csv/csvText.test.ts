import { expect, it } from 'vitest';
import { csvText } from './csvText.js';

it('writes a header and rows, and quotes what needs it', () => {
  expect(
    csvText(
      ['a', 'b'],
      [
        ['1,5', 'say "x"'],
        [2, ''],
      ],
    ),
  ).toBe('a,b\r\n"1,5","say ""x"""\r\n2,\r\n');
});

it.each(['=1+1', '+1', '-1', '@x', '\tx'])('leaves %j a text for spreadsheets', (text) => {
  expect(csvText(['a'], [[text]])).toBe(`a\r\n'${text}\r\n`);
});

it('leaves numbers as they are', () => {
  expect(csvText(['a'], [[-5]])).toBe('a\r\n-5\r\n');
});
