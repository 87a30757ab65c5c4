import ts from 'typescript';
import type { Example } from './findExamples.js';

/** A module, with the names that an example may take from it. */
export interface Supply {
  readonly specifier: string;
  readonly names: ReadonlySet<string>;
}

/**
 * An example as a module that compiles by itself: what it does not declare is imported from the
 * first that has it, in one line before the text.
 */
export function completeExample({ text }: Example, supplies: readonly Supply[]): string {
  const file = ts.createSourceFile('example.tsx', text, ts.ScriptTarget.Latest, true);
  const declared = new Set<string>();
  const used = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) (isDeclaration(node) ? declared : used).add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  const imports = new Map<string, string[]>();
  for (const name of used) {
    if (declared.has(name)) continue;
    const supply = supplies.find(({ names }) => names.has(name));
    if (supply !== undefined)
      imports.set(supply.specifier, [...(imports.get(supply.specifier) ?? []), name]);
  }
  return `${[...imports].map(([specifier, names]) => `import { ${names.join(', ')} } from '${specifier}';`).join(' ')} export {};\n${text}`;
}

function isDeclaration(name: ts.Identifier): boolean {
  const { parent } = name;
  if (ts.isBindingElement(parent) || ts.isVariableDeclaration(parent) || ts.isParameter(parent))
    return parent.name === name;
  return (
    ts.isImportSpecifier(parent) ||
    ts.isFunctionDeclaration(parent) ||
    ts.isInterfaceDeclaration(parent) ||
    ts.isTypeAliasDeclaration(parent) ||
    ts.isNamespaceImport(parent)
  );
}
