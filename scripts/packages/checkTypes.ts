import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** How a user's compiler finds modules. */
const resolutions = [
  { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
  { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
];

/** Checks the types of doors in a project; returns their faults. */
export type TypeCheck = (doors: readonly string[], project: string) => readonly string[];

/**
 * Makes a check of the types of doors, with each resolution: doors that are not found, and
 * declarations of ours that do not stand by themselves. All projects share what the compiler reads
 * of its own libraries, which is most of what it reads.
 */
export function createTypeCheck(): TypeCheck {
  const checks = resolutions.map(createResolutionCheck);
  return (doors, project) => {
    const app = join(project, 'app.ts');
    writeFileSync(
      app,
      doors
        .map((door, at) => `import * as door${String(at)} from '${door}'; void door${String(at)};`)
        .join('\n'),
    );
    return checks.flatMap((check) => check(app, project));
  };
}

function createResolutionCheck(
  resolution: (typeof resolutions)[number],
): (app: string, project: string) => readonly string[] {
  const own = /\/node_modules\/@portage\/[^/]+\/(?!node_modules)/;
  const options: ts.CompilerOptions = {
    ...resolution,
    noEmit: true,
    strict: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
  };
  const libraries = new Map<string, ts.SourceFile | undefined>();
  return (app, project) => {
    const host = ts.createCompilerHost(options);
    const libraryDir = host.getDefaultLibLocation?.() ?? '';
    const program = ts.createProgram([app], options, {
      ...host,
      getSourceFile: (path, ...rest) => {
        if (!path.startsWith(`${libraryDir}/lib.`)) return host.getSourceFile(path, ...rest);
        if (!libraries.has(path)) libraries.set(path, host.getSourceFile(path, ...rest));
        return libraries.get(path);
      },
    });
    return program
      .getSourceFiles()
      .filter(({ fileName }) => fileName === app || own.test(fileName))
      .flatMap((file) => [...program.getSemanticDiagnostics(file)])
      .map(
        ({ file, messageText }) =>
          `${ts.ModuleResolutionKind[resolution.moduleResolution]}: ${file?.fileName.slice(project.length + 1) ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
      );
  };
}
