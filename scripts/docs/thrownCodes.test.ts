import ts from 'typescript';
import { expect, it } from 'vitest';
import { codesUsedIn } from './thrownCodes.js';

it('tells codes that are thrown from reasons, and both from questions', () => {
  const text = [
    "throw new PortageError('A_1', { message: 'No.' });",
    "throw requestFault('amount', 'is low', { code: isLow ? 'A_2' : 'A_3' });",
    "const decision = { type: 'refund', reason: 'B_1' };",
    "return isLate ? refund('B_2') : refund('B_3');",
    "if (isPortageError(error, 'C_1') || error.code === 'C_2') return;",
    "const type: 'C_3' = value;",
  ].join('\n');
  const source = ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true);
  const { thrown, reasons } = codesUsedIn(source);
  expect([...thrown]).toEqual(['A_1', 'A_2', 'A_3']);
  expect([...reasons]).toEqual(['B_1', 'B_2', 'B_3']);
});
