import ts from 'typescript';

/** Names of a list that a block of TypeScript uses without declaring them. */
export function usedNames(text: string, names: ReadonlySet<string>): ReadonlySet<string> {
  const file = ts.createSourceFile('block.ts', text, ts.ScriptTarget.Latest, true);
  const [used, declared] = [new Set<string>(), new Set<string>()];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && names.has(node.text) && !isMember(node))
      (isDeclaration(node) ? declared : used).add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return new Set([...used].filter((name) => !declared.has(name)));
}

/** A name behind a dot or before a colon is a member's. */
function isMember(name: ts.Identifier): boolean {
  const { parent } = name;
  if (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent))
    return parent.name === name;
  return ts.isBindingElement(parent)
    ? parent.propertyName === name
    : ts.isPropertySignature(parent);
}

function isDeclaration(name: ts.Identifier): boolean {
  const { parent } = name;
  if (ts.isVariableDeclaration(parent) || ts.isBindingElement(parent) || ts.isParameter(parent))
    return parent.name === name;
  return ts.isFunctionDeclaration(parent) || ts.isImportSpecifier(parent);
}
