/**
 * Holds published packages to what their users read in an editor: every export says what it is, and
 * every function shows how it is called. Whether the examples are right, `check-examples.ts` says.
 */
import { relative } from 'node:path';
import ts from 'typescript';
import { publishedPackages } from '../examples/publishedPackages.js';
import type { Check } from './check.js';
import { createDoorProgram } from './createDoorProgram.js';

/** Declaration behind the names through which it was handed on. */
function originOf(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
}

/** Fault of an export, if it has one. */
function problemOf(symbol: ts.Symbol, checker: ts.TypeChecker): string | undefined {
  const [declaration] = symbol.declarations ?? [];
  // What a library exports is not ours to describe.
  if (declaration === undefined) return undefined;
  if (symbol.getDocumentationComment(checker).length === 0) return 'says nothing';
  const isFunction = ts.isFunctionDeclaration(declaration);
  return isFunction && !symbol.getJsDocTags(checker).some(({ name }) => name === 'example')
    ? 'shows no example'
    : undefined;
}

/** The exports of a module, those of the namespaces among them included. */
function exportsOf(module: ts.Symbol, checker: ts.TypeChecker): readonly ts.Symbol[] {
  return checker
    .getExportsOfModule(module)
    .map((symbol) => originOf(symbol, checker))
    .flatMap((symbol) =>
      symbol.declarations?.some(ts.isSourceFile) === true ? exportsOf(symbol, checker) : [symbol],
    );
}

/** Exports of published packages that say nothing, and functions that show no example. */
export const checkDocs: Check = ({ root }) => {
  const entries = publishedPackages(root).flatMap((entry) => [...entry.entries]);
  const program = createDoorProgram(root, new Map(entries));
  const checker = program.getTypeChecker();
  const seen = new Set<ts.Symbol>();
  const problems: string[] = [];
  for (const [specifier, file] of entries) {
    const source = program.getSourceFile(file);
    const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${specifier} has no exports`);
    for (const symbol of exportsOf(module, checker)) {
      const problem = seen.has(symbol) ? undefined : problemOf(symbol, checker);
      seen.add(symbol);
      if (problem === undefined) continue;
      const place = symbol.declarations?.[0]?.getSourceFile().fileName ?? '';
      problems.push(`${specifier} ${symbol.name} ${problem} (${relative(root, place)})`);
    }
  }
  return { problems, summary: `${String(seen.size)} exports` };
};
