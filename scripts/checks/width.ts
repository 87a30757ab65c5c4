/**
 * Holds lines of code to 100 columns. The formatter breaks code; comments and literals are ours. A
 * line may be longer where one literal, or one word of a comment, does not fit.
 */
import ts from 'typescript';
import type { Check } from './check.js';
import type { SourceTree } from './createSourceTree.js';

const columnsMax = 100;
const literals: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.TemplateHead,
  ts.SyntaxKind.TemplateMiddle,
  ts.SyntaxKind.TemplateTail,
  ts.SyntaxKind.RegularExpressionLiteral,
]);

/** Lines, from 0, that a literal reaches into. */
function linesWithLiterals(file: ts.SourceFile): ReadonlySet<number> {
  const lines = new Set<number>();
  const visit = (node: ts.Node): void => {
    if (literals.has(node.kind)) {
      const first = file.getLineAndCharacterOfPosition(node.getStart(file)).line;
      const last = file.getLineAndCharacterOfPosition(node.getEnd()).line;
      for (let line = first; line <= last; line += 1) lines.add(line);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return lines;
}

/** Numbers, from 1, of the lines that are too long and could be broken. */
function longLines(tree: SourceTree, path: string): readonly number[] {
  const text = tree.read(path);
  const lines = text.split('\n');
  if (lines.every((line) => line.length <= columnsMax)) return [];
  const kept = linesWithLiterals(
    ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS),
  );
  return lines.flatMap((line, index) => {
    const isOneWord = /^\s*(?:\/\/|\/?\*+)?\s*(?:@\w+ )?\S+\s*$/.test(line);
    return line.length <= columnsMax || kept.has(index) || isOneWord ? [] : [index + 1];
  });
}

/** Lines of code that are too long. */
export const checkWidth: Check = (tree) => {
  const files = tree.files.filter(
    (file) => /\.(?:ts|mjs)$/.test(file) && !file.includes('/generated/'),
  );
  const problems = files.flatMap((file) =>
    longLines(tree, file).map((line) => `${file}:${String(line)} is over 100 columns`),
  );
  return { problems, summary: `${String(files.length)} files` };
};
