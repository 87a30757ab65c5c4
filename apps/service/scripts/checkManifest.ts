import type { Parts } from './privateParts.js';

/** Modules that the program imports from outside. */
export interface Imported {
  readonly code: ReadonlySet<string>;
  /** Those that its declarations import. */
  readonly types: ReadonlySet<string>;
}

/** Dependencies that are named to hold a version of theirs; see docs/decisions/building.md. */
const held: ReadonlySet<string> = new Set(['light-my-request']);

/** Name of the package of a module: `@portage/core` of `@portage/core/chain`. */
function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** Dependencies of a package in their versions, optional ones among them. */
const broughtBy = ({
  manifest: { dependencies, optionalDependencies },
}: Pick<Parts['service'], 'manifest'>): Readonly<Record<string, string>> => ({
  ...dependencies,
  ...optionalDependencies,
});

/**
 * Compares the service's `dependencies` with those of the private packages inside it: an install of
 * the program must bring them all, each in the same version, and nothing else.
 *
 * @returns one line for each difference
 */
export function checkManifest({ service, inside }: Parts, imported: Imported): readonly string[] {
  const own = broughtBy(service);
  const wanted = new Map<string, string>();
  for (const { manifest } of inside.values())
    for (const [name, version] of Object.entries(broughtBy({ manifest })))
      if (!inside.has(name)) wanted.set(name, version);
  const names = [...imported.code, ...imported.types].map(packageOf);
  // Declarations of a library may be a package of their own, which users of ours need as well.
  const typings = [...imported.types].map((specifier) => `@types/${packageOf(specifier)}`);
  for (const { manifest } of inside.values())
    for (const [name, version] of Object.entries(manifest.devDependencies ?? {}))
      if (typings.includes(name)) wanted.set(name, version);
  return [
    ...[...wanted]
      .filter(([name, version]) => own[name] !== version)
      .map(([name, version]) => `its dependencies need "${name}": "${version}"`),
    ...names
      .filter((name) => own[name] === undefined)
      .map((name) => `it imports ${name}, which is not one of its dependencies`),
    ...Object.keys(own)
      .filter((name) => inside.has(name))
      .map((name) => `${name} is inside and belongs to the devDependencies`),
    ...Object.keys(own)
      .filter(
        (name) =>
          !wanted.has(name) && !names.includes(name) && !inside.has(name) && !held.has(name),
      )
      .map((name) => `nothing in it uses the dependency ${name}`),
  ];
}
