import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** How a user's compiler finds modules. */
const resolutions = [
  { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
  { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
];

/**
 * Faults of the types of doors, with each resolution: doors that are not found, and declarations of
 * ours that do not stand by themselves.
 */
export function checkTypes(doors: readonly string[], project: string): readonly string[] {
  const own = /\/node_modules\/@portage\/[^/]+\/(?!node_modules)/;
  const app = join(project, 'app.ts');
  writeFileSync(
    app,
    doors
      .map((door, at) => `import * as door${String(at)} from '${door}'; void door${String(at)};`)
      .join('\n'),
  );
  return resolutions.flatMap((resolution) => {
    const options: ts.CompilerOptions = {
      ...resolution,
      noEmit: true,
      strict: true,
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: [],
    };
    const program = ts.createProgram([app], options);
    const ours = program
      .getSourceFiles()
      .filter(({ fileName }) => fileName === app || own.test(fileName));
    return ours
      .flatMap((file) => [...program.getSemanticDiagnostics(file)])
      .map(
        ({ file, messageText }) =>
          `${ts.ModuleResolutionKind[resolution.moduleResolution]}: ${file?.fileName.slice(project.length + 1) ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
      );
  });
}
