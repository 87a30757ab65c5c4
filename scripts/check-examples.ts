/**
 * Type-checks every example that documentation shows: `@example`s of published packages, and the
 * blocks of all documents. TypeScript and JavaScript compile, JSON is read, and every block names
 * its language. Nothing is run, and nothing is written.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import ts from 'typescript';
import { completeExample, type Supply } from './examples/completeExample.js';
import { examplesOf, examplesOfSources, type Example } from './examples/findExamples.js';
import { exportedNames, publishedPackages, withEntries } from './examples/publishedPackages.js';
import { workspacePackages } from './workspacePackages.js';

const root = join(import.meta.dirname, '..');
const packages = publishedPackages(root);
/** Packages of the service and programs, which only their own documents show. */
const privatePackages = workspacePackages(root)
  .filter(({ wing }) => wing !== 'packages')
  .map(withEntries);

const suppliesOf = (name: string | undefined): readonly Supply[] =>
  packages
    .filter((entry) => name === undefined || entry.name === name)
    .flatMap(({ entries }) =>
      [...entries].map(([specifier, file]) => ({ specifier, names: exportedNames(file) })),
    );
const everybody = suppliesOf(undefined);
const sharedCast = castOf(join(root, 'packages/sdk'));

/** Exports of a file itself, for examples of parts that its package keeps to itself. */
function supplyOf(file: string): Supply {
  return { specifier: file.replace(/\.tsx?$/, '.js'), names: exportedNames(file) };
}

/** Names that readers of a package's examples have. */
function castOf(folder: string): readonly Supply[] {
  const file = join(folder, 'test/exampleGlobals.ts');
  return existsSync(file) ? [supplyOf(file)] : [];
}

/** Documents of the repository; notes on changes are sentences. */
const documents = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => file !== '' && !file.startsWith('.changeset/'))
  .map((file) => join(root, file))
  .filter((file) => existsSync(file));

/** Folder of the package that a document belongs to; elsewhere readers have the SDK. */
function homeOf(file: string): string {
  const home = workspacePackages(root).find(({ folder }) => file.startsWith(`${folder}/`));
  const isSite = home === undefined || home.manifest.name === '@portage/docs';
  return isSite ? join(root, 'packages/sdk') : home.folder;
}

interface Shown {
  readonly example: Example;
  readonly supplies: readonly Supply[];
  readonly folder: string;
}

const commented: readonly Shown[] = packages.flatMap(({ name, folder }) =>
  examplesOfSources(join(folder, 'src')).map((example) => ({
    example,
    supplies: [
      ...suppliesOf(name),
      supplyOf(example.file),
      ...castOf(folder),
      ...sharedCast,
      ...everybody,
    ],
    folder,
  })),
);
const written: readonly Shown[] = documents.flatMap((file) => {
  const folder = homeOf(file);
  // What is saved and run has all that it needs.
  return examplesOf(file).map((example) => ({
    example,
    supplies: example.name === undefined ? [...castOf(folder), ...sharedCast] : [],
    folder,
  }));
});
const shown = [...commented, ...written];
/** Languages that are not compiled. */
const otherLanguages: ReadonlySet<string> = new Set([
  'ini',
  'json',
  // A test runs each of these, and compares its answer with the endpoint's.
  'sql',
  'mermaid',
  'sh',
  'text',
  'yaml',
]);
const compiled = /^(?:ts|tsx|js|mjs)$/;

/** Path of a block as a module. Blocks with names stand beside those of the same page. */
function pathOf({ file, language, name }: Example, folder: string, index: number): string {
  if (name !== undefined) return join(folder, `examples-${basename(file, '.md')}`, name);
  const ending = /^(?:js|mjs)$/.test(language) ? 'mjs' : 'tsx';
  return join(folder, `example-${String(index)}.${ending}`);
}

const modules = new Map(
  shown
    .filter(({ example }) => compiled.test(example.language))
    .map(({ example, supplies, folder }, index) => [
      pathOf(example, folder, index),
      { example, text: completeExample(example, supplies) },
    ]),
);

const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), (path) =>
  ts.sys.readFile(path),
) as { readonly config: unknown };
const { options: base } = ts.parseJsonConfigFileContent(config, ts.sys, root);
const options: ts.CompilerOptions = {
  ...base,
  noEmit: true,
  allowJs: true,
  checkJs: true,
  jsx: ts.JsxEmit.ReactJSX,
  noUnusedLocals: false,
  noUnusedParameters: false,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
  customConditions: ['@portage/source'],
  // An example may show any package beside its own; the libraries of chains are those of the SDK.
  paths: {
    ...Object.fromEntries(
      [...packages, ...privatePackages].flatMap(({ entries }) =>
        [...entries].map(([specifier, file]) => [specifier, [file]]),
      ),
    ),
    ...Object.fromEntries(
      ['viem', 'viem/*', '@solana/web3.js'].map((name) => [
        name,
        [join(root, 'packages/sdk/node_modules', name)],
      ]),
    ),
    'react/jsx-runtime': [join(root, 'packages/react/node_modules/@types/react/jsx-runtime.d.ts')],
    zod: [join(root, 'packages/core/node_modules/zod/index.d.ts')],
  },
};
const host = ts.createCompilerHost(options);
const program = ts.createProgram([...modules.keys()], options, {
  ...host,
  // The folders of blocks with names are not there.
  directoryExists: () => true,
  fileExists: (path) => modules.has(path) || host.fileExists(path),
  readFile: (path) => modules.get(path)?.text ?? host.readFile(path),
  getSourceFile: (path, language, ...rest) => {
    const module = modules.get(path);
    return module === undefined
      ? host.getSourceFile(path, language, ...rest)
      : ts.createSourceFile(path, module.text, language);
  },
});

// The line of imports stands where the fence stands. Casts are looked at too: a type that is not
// there would allow anything.
const places = [
  ...[...modules].map(([path, { example }]) => ({
    path,
    file: example.file,
    firstLine: example.line,
  })),
  ...[...packages, ...privatePackages]
    .map(({ folder }) => join(folder, 'test/exampleGlobals.ts'))
    .map((path) => ({ path, file: path, firstLine: 1 })),
];
/** Faults of JavaScript that has no types to write: members and parameters of any type. */
const untyped: ReadonlySet<number> = new Set([7005, 7006, 7031, 7034]);

let problems = 0;

function report(file: string, line: number, text: string): void {
  process.stderr.write(`${relative(root, file)}:${String(line)}: ${text}\n`);
  problems += 1;
}

/** Fault of a block that is no program, if it has one. */
function faultOf({ language, text }: Example): string | undefined {
  if (language === '') return 'names no language; text has `text`';
  if (!otherLanguages.has(language)) return `is of no known language: ${language}`;
  if (language !== 'json') return undefined;
  // A part of a file stands without the braces around it.
  return [text, `{${text}}`].some(isJson) ? undefined : 'is no JSON';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const others = written.filter(({ example }) => !compiled.test(example.language));
for (const { example } of others) {
  const fault = faultOf(example);
  if (fault !== undefined) report(example.file, example.line, `a block ${fault}`);
}
for (const { path, file, firstLine } of places) {
  const source = program.getSourceFile(path);
  if (source === undefined) continue;
  for (const { start = 0, code, messageText } of [
    ...program.getSyntacticDiagnostics(source),
    ...program.getSemanticDiagnostics(source),
  ]) {
    if (path.endsWith('.mjs') && untyped.has(code)) continue;
    const line = firstLine + source.getLineAndCharacterOfPosition(start).line;
    report(file, line, ts.flattenDiagnosticMessageText(messageText, '\n'));
  }
}
process.stdout.write(
  `${String(modules.size + others.length)} examples, ${String(problems)} problems\n`,
);
process.exitCode = problems === 0 ? 0 : 1;
