/**
 * Writes what each door of the packages offers, as declarations: a change of a door is a change of
 * its file, which a reader of the change sees.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { createDoorProgram } from '../checks/createDoorProgram.js';
import { withEntries } from '../examples/publishedPackages.js';
import { workspacePackages } from '../workspacePackages.js';
import type { Generator } from './generator.js';

const folder = 'docs/doors';
/** Longer constants, such as ABIs and bytecode, are named by their hash. */
const constantMax = 2_000;

const printer = ts.createPrinter({ removeComments: true });
const options: ts.TranspileOptions = {
  compilerOptions: {
    target: ts.ScriptTarget.Latest,
    declaration: true,
    isolatedDeclarations: true,
    removeComments: true,
  },
};

/** Declarations of a source file by the name that they declare. */
type Declarations = ReadonlyMap<string, readonly string[]>;

/** Names that a statement declares. */
function namesOf(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  const { name } = statement as ts.DeclarationStatement;
  return name === undefined ? [] : [name.text];
}

/** Constants without a type, which are what they are made from. */
function untypedConstants(file: ts.SourceFile): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const statement of file.statements.filter(ts.isVariableStatement))
    for (const { name, type, initializer } of statement.declarationList.declarations)
      if (type === undefined && initializer !== undefined) {
        const value = printer.printNode(ts.EmitHint.Unspecified, initializer, file);
        found.set(name.getText(file), `const ${name.getText(file)} = ${shortened(value)};`);
      }
  return found;
}

const shortened = (value: string): string =>
  value.length <= constantMax
    ? value
    : `"sha256 ${createHash('sha256').update(value).digest('hex').slice(0, 16)}"`;

function readDeclarations(source: ts.SourceFile): Declarations {
  const { outputText } = ts.transpileDeclaration(source.text, {
    ...options,
    fileName: source.fileName,
  });
  const file = ts.createSourceFile(source.fileName, outputText, ts.ScriptTarget.Latest, true);
  const untyped = untypedConstants(source);
  const found = new Map<string, readonly string[]>();
  for (const statement of file.statements)
    for (const name of namesOf(statement)) {
      const text = untyped.get(name) ?? withoutModifiers(statement.getText());
      found.set(name, [...(found.get(name) ?? []), text]);
    }
  return found;
}

const withoutModifiers = (text: string): string => text.replace(/^export (?:declare )?/, '');

/** Makes the report of a door: the declarations behind its exports, by name. */
function createReports(program: ts.Program): (file: string) => string {
  const checker = program.getTypeChecker();
  const read = new Map<ts.SourceFile, Declarations>();
  const declarationsOf = (file: ts.SourceFile): Declarations => {
    const known = read.get(file) ?? readDeclarations(file);
    read.set(file, known);
    return known;
  };
  const textOf = (symbol: ts.Symbol): string => {
    const target =
      (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
    const { declarations = [] } = target;
    const [module] = declarations.filter(ts.isSourceFile);
    if (module !== undefined) {
      const members = checker.getExportsOfModule(target).map(textOf).sort();
      return `namespace ${symbol.name} {\n${indent(members.join('\n'))}\n}`;
    }
    const files = new Set(declarations.map((declaration) => declaration.getSourceFile()));
    const texts = [...files].flatMap((file) => declarationsOf(file).get(target.name) ?? []);
    return symbol.name === target.name
      ? texts.join('\n')
      : `${texts.join('\n')}\n// as ${symbol.name}`;
  };
  return (file) => {
    const source = program.getSourceFile(file);
    const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
    const exports = module === undefined ? [] : checker.getExportsOfModule(module);
    return [...exports].sort(byName).map(textOf).join('\n');
  };
}

const byName = (one: ts.Symbol, other: ts.Symbol): number => (one.name < other.name ? -1 : 1);
const indent = (text: string): string => text.replaceAll(/^/gm, '    ');

/** Reports of all doors. */
export const generateDoors: Generator = ({ root }) => {
  const doors = new Map(workspacePackages(root).flatMap((one) => [...withEntries(one).entries]));
  const report = createReports(createDoorProgram(root, doors));
  const files = [...doors].map(([door, file]) => ({
    file: `${folder}/${door.replace('@portage/', '').replaceAll('/', '.')}.txt`,
    text: `${door}\n\n${report(file)}\n`,
  }));
  const known = new Set(files.map(({ file }) => file));
  const path = join(root, folder);
  const present = existsSync(path) ? readdirSync(path).map((name) => `${folder}/${name}`) : [];
  const problems = present
    .filter((file) => !known.has(file))
    .map((file) => `${file} is of no door: delete it`);
  return { files, problems };
};
