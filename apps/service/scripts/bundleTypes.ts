import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { exportedFile, serviceFolder, shortName, type Parts } from './privateParts.js';

/** Declarations of the service itself, as the compiler writes them. */
const own = join(serviceFolder, 'dist/.types');
const types = join(serviceFolder, 'dist/types');

/**
 * Copies the declarations of private packages that those of the service name to `dist/types`, and
 * lets all of them import each other from there. The service's own ones go to
 * `dist/types/service`.
 *
 * @returns modules from outside that declarations import
 */
export async function bundleTypes(parts: Parts): Promise<ReadonlySet<string>> {
  const imported = new Set<string>();
  const start = join(own, 'index.d.ts');
  const files = new Map([[start, targetOf(start, parts)]]);
  for (const [source, target] of files) {
    const text = await readFile(source, 'utf8');
    const rewritten = text.replaceAll(
      /(\bfrom |\bimport\()(['"])([^'"]+)\2/g,
      (whole: string, before: string, quote: string, specifier: string) => {
        const found = declarationOf(specifier, source, parts);
        if (found === undefined) {
          imported.add(specifier);
          return whole;
        }
        files.set(found, targetOf(found, parts));
        return before + quote + importPath(target, targetOf(found, parts)) + quote;
      },
    );
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, rewritten.replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n'));
  }
  await keepOnly(new Set(files.values()));
  return imported;
}

/** Removes declarations that no other one names. */
async function keepOnly(named: ReadonlySet<string>): Promise<void> {
  const entries = await readdir(types, { recursive: true });
  const unnamed = entries
    .map((entry) => join(types, entry))
    .filter((file) => file.endsWith('.d.ts') && !named.has(file));
  await Promise.all(unnamed.map((file) => rm(file)));
}

/** Declarations that a specifier names; undefined for a module from outside. */
function declarationOf(specifier: string, from: string, { inside }: Parts): string | undefined {
  if (specifier.startsWith('.')) return resolve(dirname(from), specifier.replace(/\.js$/, '.d.ts'));
  const part = inside.get(specifier.split('/', 2).join('/'));
  return part === undefined ? undefined : exportedFile(part, specifier, 'types');
}

/** Place of a declaration in the program. */
function targetOf(file: string, { inside }: Parts): string {
  if (file.startsWith(own + sep)) return join(types, 'service', file.slice(own.length + 1));
  for (const [name, { folder }] of inside) {
    const dist = join(folder, 'dist') + sep;
    if (file.startsWith(dist)) return join(types, shortName(name), file.slice(dist.length));
  }
  throw new Error(`${file} belongs to no part of the service.`);
}

function importPath(from: string, to: string): string {
  const path = relative(dirname(from), to)
    .split(sep)
    .join('/')
    .replace(/\.d\.ts$/, '.js');
  return path.startsWith('.') ? path : `./${path}`;
}
