import ts from 'typescript';

/** Text of a literal; of a template what stands before and behind its values. */
function textOf(node: ts.Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  const last = node.templateSpans.at(-1);
  return `${node.head.text}…${last?.literal.text ?? ''}`;
}

/** First name of a called expression, as `it` of `it.each(rows)('…')`. */
function calledName(node: ts.Expression): string | undefined {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node) || ts.isCallExpression(node))
    return calledName(node.expression);
  return undefined;
}

function titleOf(node: ts.Node): string | undefined {
  if (ts.isCallExpression(node)) {
    const name = calledName(node.expression);
    return name === 'it' || name === 'test' || name === 'describe'
      ? textOf(node.arguments[0])
      : undefined;
  }
  // A row of a table of tests has its title first.
  const isRow = ts.isArrayLiteralExpression(node) && ts.isArrayLiteralExpression(node.parent);
  return isRow ? textOf(node.elements[0]) : undefined;
}

/** Titles of the tests of a file, and of the rows of its tables of tests. */
export function titlesOf(source: ts.SourceFile): readonly string[] {
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    const title = titleOf(node);
    if (title !== undefined) titles.push(title);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}
