import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import ts from 'typescript';

/**
 * Program of the doors of published packages and of what they hand on. Libraries and built-in types
 * are left out: names and comments are all that is read of it, and without them it is there in a
 * tenth of the time.
 *
 * @param doors - source files by the specifier under which they are imported
 */
export function createDoorProgram(root: string, doors: ReadonlyMap<string, string>): ts.Program {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.Latest,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    jsx: ts.JsxEmit.ReactJSX,
    noLib: true,
    noEmit: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  host.getCurrentDirectory = () => root;
  host.resolveModuleNameLiterals = (names, containingFile) =>
    names.map(({ text }) => {
      const file = text.startsWith('.') ? sourceAt(containingFile, text) : doors.get(text);
      return {
        resolvedModule:
          file === undefined
            ? undefined
            : {
                resolvedFileName: file,
                extension: ts.Extension.Ts,
                isExternalLibraryImport: false,
              },
      };
    });
  return ts.createProgram([...doors.values()], options, host);
}

/** Source file that a relative import leads to. */
function sourceAt(from: string, specifier: string): string | undefined {
  const path = resolve(dirname(from), specifier);
  return [path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx'), path].find(existsSync);
}
