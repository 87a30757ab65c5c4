import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { publicPackages, type WorkspacePackage } from '../workspacePackages.js';

/** A package that others install, with its entries. */
export interface PublishedPackage {
  readonly name: string;
  readonly folder: string;
  /** Import specifier to source file. */
  readonly entries: ReadonlyMap<string, string>;
}

/** Every package that is published. */
export function publishedPackages(root: string): readonly PublishedPackage[] {
  return publicPackages(root).map(withEntries);
}

/** A package of this workspace with its entries. */
export function withEntries({ folder, manifest }: WorkspacePackage): PublishedPackage {
  const entries = Object.entries(manifest.exports ?? {}).flatMap(([key, target]) => {
    const source = typeof target === 'string' ? undefined : target['@portage/source'];
    return source === undefined
      ? []
      : [[manifest.name + key.slice(1), join(folder, source)] as const];
  });
  return { name: manifest.name, folder, entries: new Map(entries) };
}

/** Exports of a module, by name. Reads the text alone: index files name what they export. */
export function exportedNames(file: string): ReadonlySet<string> {
  const { statements } = ts.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
  );
  return new Set(statements.flatMap(namesOf));
}

function namesOf(statement: ts.Statement): readonly string[] {
  if (ts.isExportDeclaration(statement)) {
    const { exportClause } = statement;
    if (exportClause === undefined) return [];
    return ts.isNamespaceExport(exportClause)
      ? [exportClause.name.text]
      : exportClause.elements.map(({ name }) => name.text);
  }
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
  if (!isExported) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : [],
    );
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement);
  return isNamed && statement.name !== undefined ? [statement.name.text] : [];
}
