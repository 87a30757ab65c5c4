import { dirname, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';

/** Imports of an app, as the source of a module. */
export interface BundleInput {
  readonly source: string;
  /** Packages that the app has anyway. */
  readonly external: readonly string[];
  /** Folder that the imports are resolved from. Default: this one. */
  readonly from?: string | undefined;
}

/** Sizes of an app's bundle in bytes, minified and compressed. */
export interface BundleSize {
  /**
   * Bytes that a page loads before anything is called: the entry with the chunks that it imports.
   */
  readonly first: number;
  /** All bytes in one file, with everything that is loaded later. */
  readonly whole: number;
}

const folder = import.meta.dirname;

/** Bundles an app for browsers, in the same way for every contestant. */
export async function measureBundle({
  source,
  external,
  from = folder,
}: BundleInput): Promise<BundleSize> {
  const run = async (
    splitting: boolean,
  ): Promise<{ readonly files: ReadonlyMap<string, Uint8Array>; readonly metafile: Metafile }> => {
    const { outputFiles, metafile } = await build({
      stdin: { contents: source, resolveDir: from },
      absWorkingDir: folder,
      outdir: folder,
      write: false,
      metafile: true,
      bundle: true,
      minify: true,
      splitting,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      external: [...external],
      define: { 'process.env.NODE_ENV': '"production"' },
    });
    return { files: new Map(outputFiles.map(({ path, contents }) => [path, contents])), metafile };
  };
  const [split, joined] = [await run(true), await run(false)];
  return {
    first: compressed(split.files, staticFiles(split.metafile)),
    whole: compressed(joined.files, [...joined.files.keys()]),
  };
}

/** Entry and every chunk that loads with it. */
function staticFiles({ outputs }: Metafile): readonly string[] {
  const entry = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === '<stdin>');
  if (entry === undefined) throw new Error('The bundle has no entry.');
  const reached = new Set([entry]);
  for (const path of reached) {
    for (const { path: next, kind, external } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement' && external !== true) reached.add(next);
    }
  }
  return [...reached].map((path) => resolve(folder, path));
}

function compressed(files: ReadonlyMap<string, Uint8Array>, paths: readonly string[]): number {
  return paths.reduce((sum, path) => {
    const contents = files.get(path);
    if (contents === undefined)
      throw new Error(`The bundle has no ${path} beside ${dirname(path)}.`);
    return sum + gzipSync(contents, { level: 9 }).length;
  }, 0);
}
