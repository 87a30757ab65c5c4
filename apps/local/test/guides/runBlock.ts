import { runInThisContext } from 'node:vm';
import ts from 'typescript';

/** Values that a block of a page finds under their names. */
export type Scope = Readonly<Record<string, unknown>>;

/** Loads a package that a block imports. */
export type Load = (specifier: string) => Promise<unknown>;

type Block = (load: Load, scope: readonly unknown[]) => Promise<Scope>;

/**
 * Runs one block of TypeScript as its reader would behind the earlier ones: names that it does not
 * declare are of the scope. Resolves with what it declares, for the blocks behind it.
 */
export async function runBlock(text: string, scope: Scope, load: Load): Promise<Scope> {
  const target = ts.ScriptTarget.ES2022;
  const options = { target, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: false };
  const { outputText } = ts.transpileModule(text, { compilerOptions: options });
  const file = ts.createSourceFile('block.js', outputText, target, true);
  const lines = file.statements.map((statement) => asStatement(statement, file));
  const declared = [...new Set(file.statements.flatMap(declaredNames))];
  const run = runInThisContext(
    `(async (load, [${Object.keys(scope).join(', ')}]) => await (async () => {
${lines.join('\n')}
return { ${declared.join(', ')} };
})())`,
  ) as Block; // The text above is such a function.
  return run(load, Object.values(scope));
}

/** An import becomes a declaration, and an export its declaration alone. */
function asStatement(statement: ts.Statement, file: ts.SourceFile): string {
  const text = statement.getText(file);
  if (!ts.isImportDeclaration(statement)) return text.replace(/^export (?!\{)|^export \{\};$/, '');
  const bindings = statement.importClause?.namedBindings;
  if (bindings === undefined || !ts.isNamedImports(bindings))
    throw new Error(`A guide imports names alone: ${text}`);
  const names = bindings.elements.map(({ propertyName, name }) =>
    propertyName === undefined ? name.text : `${propertyName.text}: ${name.text}`,
  );
  return `const { ${names.join(', ')} } = await load(${statement.moduleSpecifier.getText(file)});`;
}

/** Names that a statement of a module declares. */
function declaredNames(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
    return statement.name === undefined ? [] : [statement.name.text];
  return [];
}

function boundNames(name: ts.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) =>
    ts.isOmittedExpression(element) ? [] : boundNames(element.name),
  );
}
