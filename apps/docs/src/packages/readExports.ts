import { join } from 'node:path';
import ts from 'typescript';

/** An export of a package as its comment and its declaration say it. */
export interface Export {
  readonly name: string;
  readonly kind: 'function' | 'class' | 'type' | 'value';
  /** Comment in Markdown, without its tags. */
  readonly text: string;
  /** Declaration without what is inside it: a function has its signature alone. */
  readonly declaration: string;
  readonly examples: readonly string[];
  readonly parameters: readonly NamedText[];
  readonly returns: string | undefined;
  readonly throws: readonly string[];
  /** References of its comment: documents of the repository, or other exports. */
  readonly see: readonly string[];
  /** Source file that declares it. */
  readonly file: string;
  /** Exports of a namespace. */
  readonly members: readonly Export[];
}

/** A name with its sentence. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** Reads the exports of modules of one program. */
export interface ExportReader {
  read(file: string): readonly Export[];
}

/** Opens the sources of all published packages. */
export function openExports(root: string, files: readonly string[]): ExportReader {
  // The file is ours; a wrong shape fails in the next call.
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), (path) =>
    ts.sys.readFile(path),
  ) as { readonly config: unknown };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram(files, {
    ...options,
    noEmit: true,
    jsx: ts.JsxEmit.ReactJSX,
    customConditions: ['@portage/source'],
  });
  const checker = program.getTypeChecker();
  const read = (module: ts.Symbol): readonly Export[] =>
    checker.getExportsOfModule(module).flatMap((symbol) => {
      const origin =
        (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
      const [declaration] = origin.declarations ?? [];
      if (declaration === undefined || isForeign(declaration)) return [];
      const members = ts.isSourceFile(declaration) ? read(origin) : [];
      return [describe(symbol.name, origin, { declaration, members, checker })];
    });
  return {
    read: (file) => {
      const source = program.getSourceFile(file);
      const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
      if (module === undefined) throw new Error(`${file} has no exports`);
      return read(module);
    },
  };
}

function isForeign(declaration: ts.Declaration): boolean {
  return declaration.getSourceFile().fileName.includes('/node_modules/');
}

interface Found {
  readonly declaration: ts.Declaration;
  readonly members: readonly Export[];
  readonly checker: ts.TypeChecker;
}

function describe(
  name: string,
  symbol: ts.Symbol,
  { declaration, members, checker }: Found,
): Export {
  const tags = symbol.getJsDocTags(checker);
  const textsOf = (wanted: string): readonly string[] =>
    tags
      .filter((tag) => tag.name === wanted)
      .map(({ text }) => ts.displayPartsToString(text).trim());
  const declarations = symbol.declarations ?? [declaration];
  return {
    name,
    kind: kindOf(declaration),
    file: declaration.getSourceFile().fileName,
    text: ts.displayPartsToString(symbol.getDocumentationComment(checker)),
    declaration: ts.isSourceFile(declaration) ? '' : declarations.map(declarationText).join('\n'),
    examples: textsOf('example'),
    parameters: textsOf('param').map((text) => {
      const [own = '', ...rest] = text.split(/\s+/);
      return { name: own, text: rest.join(' ').replace(/^- /, '') };
    }),
    returns: textsOf('returns')[0],
    throws: textsOf('throws'),
    see: textsOf('see'),
    members,
  };
}

function kindOf(declaration: ts.Declaration): Export['kind'] {
  if (ts.isFunctionDeclaration(declaration)) return 'function';
  if (ts.isClassDeclaration(declaration)) return 'class';
  const isType = ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration);
  return isType ? 'type' : 'value';
}

/** Lines that a value shows at most; what is longer is data. */
const valueLinesMax = 12;

/** Text of a declaration as a reader of types sees it. */
function declarationText(declaration: ts.Declaration): string {
  const file = declaration.getSourceFile();
  const from = declaration.getStart(file);
  const cut = (end: number): string => file.text.slice(from, end).trim();
  if (ts.isFunctionDeclaration(declaration))
    return `${cut(declaration.body?.getStart(file) ?? declaration.end).replace(/^export /, '')};`;
  if (ts.isVariableDeclaration(declaration)) return valueText(declaration, file);
  if (ts.isClassDeclaration(declaration)) return classText(declaration, file);
  return cut(declaration.end).replace(/^export /, '');
}

function valueText(declaration: ts.VariableDeclaration, file: ts.SourceFile): string {
  const { name, type, initializer } = declaration;
  const words = `const ${name.getText(file)}`;
  if (type !== undefined) return `${words}: ${type.getText(file)};`;
  const value = initializer?.getText(file) ?? '';
  return value.split('\n').length > valueLinesMax ? `${words}: …;` : `${words} = ${value};`;
}

/** Members of a class without their bodies; private ones are left out. */
function classText(declaration: ts.ClassDeclaration, file: ts.SourceFile): string {
  const hidden = new Set([ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ProtectedKeyword]);
  const members = declaration.members
    .filter(
      (member) =>
        !(member.name !== undefined && ts.isPrivateIdentifier(member.name)) &&
        !(
          ts.canHaveModifiers(member) &&
          ts.getModifiers(member)?.some(({ kind }) => hidden.has(kind))
        ),
    )
    .map((member) => {
      const body =
        ts.isMethodDeclaration(member) ||
        ts.isConstructorDeclaration(member) ||
        ts.isAccessor(member)
          ? member.body
          : undefined;
      const text = file.text
        .slice(member.getStart(file), body?.getStart(file) ?? member.end)
        .trim();
      return `  ${text}${text.endsWith(';') ? '' : ';'}`;
    });
  const parents = declaration.heritageClauses?.map((clause) => ` ${clause.getText(file)}`) ?? [];
  return `class ${declaration.name?.text ?? ''}${parents.join('')} {\n${members.join('\n')}\n}`;
}
