/**
 * Writes what the TSDoc of core's wire schemas says of each member into a table for the OpenAPI
 * document, so that editors and `/docs` say the same.
 */
import ts from 'typescript';
import type { SourceTree } from '../checks/createSourceTree.js';
import type { Generator } from './generator.js';

const folder = 'packages/core/src/schemas';
const file = 'packages/service/api/src/openapi/generated/descriptions.ts';

type Description = readonly [path: string, text: string];

/** Interfaces that are not named like their schema. */
const schemaOf: Readonly<Record<string, string>> = {
  ChainInfo: 'chainSchema',
  StatusResponse: 'requestStatusSchema',
};

/** The members of the object literals and interfaces below a node, each under the path to it. */
function describeMembers(node: ts.Node, path: string): readonly Description[] {
  const isMember = ts.isPropertyAssignment(node) || ts.isPropertySignature(node);
  if (!isMember || !(ts.isIdentifier(node.name) || ts.isStringLiteral(node.name))) {
    return childrenOf(node).flatMap((child) => describeMembers(child, path));
  }
  const own = `${path}.${node.name.text}`;
  const text = ts
    .getJSDocCommentsAndTags(node)
    .map(({ comment }) => ts.getTextOfJSDocComment(comment))
    .find((comment) => comment !== undefined);
  const below = childrenOf(node).flatMap((child) => describeMembers(child, own));
  return text === undefined ? below : [[own, text.replace(/\s+/g, ' ')], ...below];
}

function childrenOf(node: ts.Node): readonly ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    children.push(child);
  });
  return children;
}

/** Names of a file's constants; the schemas are among them. */
function declaredIn({ statements }: ts.SourceFile): readonly string[] {
  return statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) =>
      declarationList.declarations.map((each) => each.name.getText()),
    );
}

function rootOf(path: string): string {
  return path.split('.')[0] ?? '';
}

function describeFile({ statements }: ts.SourceFile): readonly Description[] {
  return statements.flatMap((statement) => {
    if (ts.isInterfaceDeclaration(statement))
      return describeMembers(statement, schemaNameOf(statement.name.text));
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap((declaration) =>
      describeMembers(declaration, declaration.name.getText()),
    );
  });
}

function schemaNameOf(interfaceName: string): string {
  return (
    schemaOf[interfaceName] ??
    `${interfaceName.charAt(0).toLowerCase()}${interfaceName.slice(1)}Schema`
  );
}

/** Schema files of core, tests and doors left out. */
function schemaFiles({ files, parse }: SourceTree): readonly ts.SourceFile[] {
  return files
    .filter((name) => name.startsWith(`${folder}/`) && !name.slice(folder.length + 1).includes('/'))
    .filter((name) => name.endsWith('.ts') && !/(?:\.test|\/index)\.ts$/.test(name))
    .map(parse);
}

/** The table of descriptions. */
export const generateDescriptions: Generator = (tree) => {
  const sources = schemaFiles(tree);
  const schemaNames = new Set(sources.flatMap(declaredIn));
  // Other interfaces of the folder never travel.
  const rows = sources.flatMap(describeFile).filter(([path]) => schemaNames.has(rootOf(path)));
  const twice = rows.find(([path], index) => rows.findIndex((row) => row[0] === path) !== index);
  if (twice !== undefined) throw new Error(`${twice[0]} is described twice`);
  const text = [
    '// Generated from the TSDoc of packages/core/src/schemas by `pnpm descriptions`.',
    '',
    '/** What members of schemas mean, under the name of the schema and the path to the member. */',
    'export const descriptions: Readonly<Record<string, string>> = {',
    ...rows.map(([path, meaning]) => `  ${JSON.stringify(path)}: ${JSON.stringify(meaning)},`),
    '};',
    '',
  ].join('\n');
  return { files: [{ file, text }] };
};
