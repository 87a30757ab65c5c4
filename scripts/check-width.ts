/**
 * Holds lines of code to 100 columns. The formatter breaks code; comments and literals are ours. A
 * line may be longer where one literal, or one word of a comment, does not fit.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');
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
function longLines(path: string): readonly number[] {
  const text = readFileSync(join(root, path), 'utf8');
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

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.mjs'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !file.includes('/generated/'));
const problems = files.flatMap((file) => longLines(file).map((line) => `${file}:${String(line)}`));
for (const problem of problems) process.stderr.write(`${problem} is over 100 columns\n`);
process.stdout.write(`${String(files.length)} files, ${String(problems.length)} lines too long\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
