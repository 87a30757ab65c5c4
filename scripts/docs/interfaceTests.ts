import ts from 'typescript';
import { titlesOf } from './titles.js';

/** Names of rows of docs/spec within a title, as `quote#ttl` in `is refunded (quote#ttl)`. */
const namePattern = /(?<![\w/.#-])([a-z][a-z-]*#[\w-]+)/g;

/** Rows of docs/spec that the titles of the tests of a file name. */
export function rowsNamedIn(source: ts.SourceFile): ReadonlySet<string> {
  const names = titlesOf(source).flatMap((title) => [...title.matchAll(namePattern)]);
  return new Set(names.map((match) => match[1] ?? ''));
}

/** Members of a body or of an error that hold a code. */
const codeMembers = new Set(['code', 'errorCode', 'failReason', 'refundFailReason']);

/** Whether a text is something that a test expects. */
function isExpected(node: ts.Node): boolean {
  for (let at = node; ; at = at.parent) {
    const { parent } = at;
    if (ts.isBlock(parent) || ts.isSourceFile(parent)) return false;
    // A row of a table of tests, and a body that is compared.
    if (ts.isPropertyAssignment(parent) && codeMembers.has(parent.name.getText())) return true;
    if (ts.isArrayLiteralExpression(parent) && isTable(parent.parent)) return true;
    if (ts.isCallExpression(parent) && /\bexpect/i.test(parent.expression.getText())) return true;
  }
}

function isTable(node: ts.Node | undefined): boolean {
  return node !== undefined && ts.isArrayLiteralExpression(node);
}

/** Codes and reasons, as `AMOUNT_TOO_LOW`, that the tests of a file expect. */
export function codesExpectedIn(source: ts.SourceFile): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && /^[A-Z][A-Z\d_]+$/.test(node.text) && isExpected(node))
      found.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
