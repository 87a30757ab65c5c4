import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join, relative, sep } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { exportedFile, root, serviceFolder, shortName, type Parts } from './privateParts.js';

/** Code of the program, as it was written. */
export interface BundledCode {
  /** Modules that are imported from outside, such as `fastify` or `@portage/core/chain`. */
  readonly imported: ReadonlySet<string>;
}

/**
 * Writes the entries of the service, and what they share as one file with the private packages
 * inside. All other packages stay imports.
 */
export async function bundleCode(parts: Parts): Promise<BundledCode> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['bin.ts', 'index.ts'].map((name) => join(serviceFolder, 'src', name)),
    outdir: join(serviceFolder, 'dist'),
    bundle: true,
    packages: 'external',
    plugins: [takeInside(parts), placeModules(parts)],
    // Code that both entries share becomes one file; `parts` lies beside it.
    splitting: true,
    chunkNames: 'service',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
    sourcesContent: true,
    metafile: true,
    logLevel: 'warning',
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  return {
    imported: new Set(
      imports
        .filter(({ path, external }) => external === true && !isBuiltin(path))
        .map(({ path }) => path),
    ),
  };
}

/** Resolves private packages to their sources, so that they are bundled. */
function takeInside({ inside }: Parts): Plugin {
  return {
    name: 'take-inside',
    setup(bundler) {
      bundler.onResolve({ filter: /^@portage\// }, ({ path }) => {
        const part = inside.get(path.split('/', 2).join('/'));
        return part === undefined
          ? undefined
          : { path: exportedFile(part, path, '@portage/source') };
      });
    },
  };
}

/**
 * Keeps what a module finds beside itself by `import.meta.url`: a module of a private package says
 * that it lies in `dist/parts/PACKAGE/dist`, where the other folders of the package are copied to.
 */
function placeModules(parts: Parts): Plugin {
  return {
    name: 'place-modules',
    setup(bundler) {
      bundler.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        const place = placeOf(path, parts);
        return {
          loader: 'ts',
          contents: text.replaceAll(
            'import.meta.url',
            `new URL(${JSON.stringify(place)}, import.meta.url).href`,
          ),
        };
      });
    },
  };
}

/** Place of a source file in the program, seen from an entry. */
function placeOf(path: string, { service, inside }: Parts): string {
  const own = [service, ...inside.values()].find(({ folder }) =>
    path.startsWith(join(folder, 'src') + sep),
  );
  if (own === undefined) throw new Error(`${path} belongs to no part of the service.`);
  const file = relative(join(own.folder, 'src'), path).split(sep).join('/');
  return own === service ? `./${file}` : `./parts/${shortName(own.manifest.name)}/dist/${file}`;
}
