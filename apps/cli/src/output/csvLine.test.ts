import { expect, test } from 'vitest';
import { csvLine } from './csvLine.js';

test.each([
  [['plain', 1, undefined, 0.5], 'plain,1,,0.5'],
  [['a, b', 'say "x"', 'two\nlines'], '"a, b","say ""x""","two\nlines"'],
  [['=1+1', '-2', '+3', '@now', '\tx'], "'=1+1,'-2,'+3,'@now,'\tx"],
  [[-1, 'a=b'], '-1,a=b'],
])('writes %j', (cells, line) => {
  expect(csvLine(cells)).toBe(line);
});
