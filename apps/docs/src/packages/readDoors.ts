import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** A published package, with the source behind each of its doors. */
export interface PackageDoors {
  /** Absolute path of the package. */
  readonly folder: string;
  readonly doors: readonly { readonly specifier: string; readonly file: string }[];
}

const manifestSchema = z.object({
  name: z.string(),
  exports: z
    .record(z.string(), z.union([z.string(), z.looseObject({ '@portage/source': z.string() })]))
    .default({}),
});

/** Published packages of a folder, in the order of their names. */
export function readDoors(folder: string): readonly PackageDoors[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => existsSync(join(path, 'package.json')))
    .map((path) => {
      const manifest = manifestSchema.parse(
        JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')),
      );
      const doors = Object.entries(manifest.exports).flatMap(([door, target]) =>
        typeof target === 'string'
          ? []
          : [
              {
                specifier: manifest.name + door.slice(1),
                file: join(path, target['@portage/source']),
              },
            ],
      );
      return { folder: path, doors };
    });
}
