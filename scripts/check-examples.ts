/**
 * Type-checks every example that documentation shows: `@example`s of published packages, and the
 * TypeScript blocks of READMEs and of docs/. Nothing is run, and nothing is written.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { completeExample, type Supply } from './examples/completeExample.js';
import { examplesOf, examplesOfSources, type Example } from './examples/findExamples.js';
import { exportedNames, publishedPackages } from './examples/publishedPackages.js';

const root = join(import.meta.dirname, '..');
const packages = publishedPackages(root);

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

const markdown = [
  join(root, 'README.md'),
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(root, 'docs', name)),
];
const shown: readonly {
  readonly example: Example;
  readonly supplies: readonly Supply[];
  readonly folder: string;
}[] = [
  ...packages.flatMap(({ name, folder }) =>
    [...examplesOfSources(join(folder, 'src')), ...examplesOf(join(folder, 'README.md'))].map(
      (example) => ({
        example,
        supplies: [
          ...(example.isComment ? [...suppliesOf(name), supplyOf(example.file)] : []),
          ...castOf(folder),
          ...sharedCast,
          ...(example.isComment ? everybody : []),
        ],
        folder,
      }),
    ),
  ),
  ...markdown
    .flatMap(examplesOf)
    .map((example) => ({ example, supplies: sharedCast, folder: join(root, 'packages/sdk') })),
];
const modules = new Map(
  shown.map(({ example, supplies, folder }, index) => [
    join(folder, `example-${String(index)}.tsx`),
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
  jsx: ts.JsxEmit.ReactJSX,
  noUnusedLocals: false,
  noUnusedParameters: false,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
  customConditions: ['@portage/source'],
  // An example may show any package beside its own; the libraries of chains are those of the SDK.
  paths: {
    ...Object.fromEntries(
      packages.flatMap(({ entries }) =>
        [...entries].map(([specifier, file]) => [specifier, [file]]),
      ),
    ),
    ...Object.fromEntries(
      ['viem', 'viem/*', '@solana/web3.js'].map((name) => [
        name,
        [join(root, 'packages/sdk/node_modules', name)],
      ]),
    ),
    zod: [join(root, 'packages/core/node_modules/zod/index.d.ts')],
  },
};
const host = ts.createCompilerHost(options);
const program = ts.createProgram([...modules.keys()], options, {
  ...host,
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
  ...packages
    .map(({ folder }) => join(folder, 'test/exampleGlobals.ts'))
    .map((path) => ({ path, file: path, firstLine: 1 })),
];
let problems = 0;
for (const { path, file, firstLine } of places) {
  const source = program.getSourceFile(path);
  if (source === undefined) continue;
  for (const { start = 0, messageText } of [
    ...program.getSyntacticDiagnostics(source),
    ...program.getSemanticDiagnostics(source),
  ]) {
    const line = firstLine + source.getLineAndCharacterOfPosition(start).line;
    process.stderr.write(
      `${relative(root, file)}:${String(line)}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}\n`,
    );
    problems += 1;
  }
}
process.stdout.write(`${String(modules.size)} examples, ${String(problems)} problems\n`);
process.exitCode = problems === 0 ? 0 : 1;
