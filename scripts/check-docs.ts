/**
 * Holds published packages to what their users read in an editor: every export says what it is, and
 * every function shows how it is called. Whether the examples are right, `check-examples.ts` says.
 */
import { join, relative } from 'node:path';
import ts from 'typescript';
import { publishedPackages } from './examples/publishedPackages.js';

const root = join(import.meta.dirname, '..');
const packages = publishedPackages(root);

const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), (path) =>
  ts.sys.readFile(path),
) as { readonly config: unknown };
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
const entries = packages.flatMap((entry) =>
  [...entry.entries].map(([specifier, file]) => ({ specifier, file })),
);
const program = ts.createProgram(
  entries.map(({ file }) => file),
  { ...options, noEmit: true, jsx: ts.JsxEmit.ReactJSX, customConditions: ['@portage/source'] },
);
const checker = program.getTypeChecker();

/** Declaration behind the names through which it was handed on. */
function originOf(symbol: ts.Symbol): ts.Symbol {
  return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
}

/** Fault of an export, if it has one. */
function problemOf(symbol: ts.Symbol): string | undefined {
  const [declaration] = symbol.declarations ?? [];
  if (declaration === undefined || declaration.getSourceFile().fileName.includes('/node_modules/'))
    return undefined;
  if (symbol.getDocumentationComment(checker).length === 0) return 'says nothing';
  const isFunction = ts.isFunctionDeclaration(declaration);
  return isFunction && !symbol.getJsDocTags(checker).some(({ name }) => name === 'example')
    ? 'shows no example'
    : undefined;
}

/** The exports of a module, those of the namespaces among them included. */
function exportsOf(module: ts.Symbol): readonly ts.Symbol[] {
  return checker
    .getExportsOfModule(module)
    .map(originOf)
    .flatMap((symbol) =>
      symbol.declarations?.some(ts.isSourceFile) === true ? exportsOf(symbol) : [symbol],
    );
}

const seen = new Set<ts.Symbol>();
let problems = 0;
for (const { specifier, file } of entries) {
  const source = program.getSourceFile(file);
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${specifier} has no exports`);
  for (const symbol of exportsOf(module)) {
    const problem = seen.has(symbol) ? undefined : problemOf(symbol);
    seen.add(symbol);
    if (problem === undefined) continue;
    problems += 1;
    process.stderr.write(
      `${specifier} ${symbol.name} ${problem} (${relative(root, symbol.declarations?.[0]?.getSourceFile().fileName ?? '')})\n`,
    );
  }
}
process.stdout.write(`${String(seen.size)} exports, ${String(problems)} problems\n`);
process.exitCode = problems === 0 ? 0 : 1;
