/** Dependencies of packages by name, with the versions that the lockfile resolves them to. */
export type Resolutions = ReadonlyMap<string, string>;

/** Part of `pnpm-lock.yaml` that says what an install brings. */
export interface Lockfile {
  /** Dependencies of a workspace package, by its folder; a version `link:…` is another one. */
  readonly importers: ReadonlyMap<string, Resolutions>;
  /** Dependencies of an installed package, by `name@version`. */
  readonly snapshots: ReadonlyMap<string, Resolutions>;
  /** Names of the peers of an installed package, by `name@version` without resolved peers. */
  readonly peers: ReadonlyMap<string, ReadonlySet<string>>;
}

type Yaml = { readonly [key: string]: Yaml } | string;

/**
 * Reads the lockfile. It is written by pnpm with two spaces a level, one key a line; lists and
 * inline objects hold nothing that is read here.
 */
export function readLockfile(text: string): Lockfile {
  const tree = readTree(text);
  return {
    importers: mapOf(tree, 'importers', (entry) => resolutionsOf(entry, ['dependencies'])),
    snapshots: mapOf(tree, 'snapshots', (entry) =>
      resolutionsOf(entry, ['dependencies', 'optionalDependencies']),
    ),
    peers: mapOf(
      tree,
      'packages',
      (entry) => new Set(Object.keys(memberOf(entry, 'peerDependencies'))),
    ),
  };
}

function readTree(text: string): Yaml {
  const root: Record<string, Yaml> = {};
  const open: Record<string, Yaml>[] = [root];
  for (const line of text.split('\n')) {
    const match = /^( *)('(?:[^']*)'|[^\s:'][^:]*):(?: (.*))?$/.exec(line);
    if (match === null) continue;
    const depth = (match[1] ?? '').length / 2;
    const key = (match[2] ?? '').replace(/^'|'$/g, '');
    const parent = open[depth];
    if (parent === undefined) continue;
    open.length = depth + 1;
    if (match[3] !== undefined) {
      parent[key] = match[3].replace(/^'|'$/g, '');
      continue;
    }
    const child: Record<string, Yaml> = {};
    parent[key] = child;
    open.push(child);
  }
  return root;
}

function memberOf(tree: Yaml, key: string): Readonly<Record<string, Yaml>> {
  const member = typeof tree === 'string' ? undefined : tree[key];
  return typeof member === 'object' ? member : {};
}

function mapOf<Value>(
  tree: Yaml,
  key: string,
  read: (entry: Yaml) => Value,
): ReadonlyMap<string, Value> {
  return new Map(Object.entries(memberOf(tree, key)).map(([name, entry]) => [name, read(entry)]));
}

/** Importers name a specifier and a version for each dependency, snapshots the version alone. */
function resolutionsOf(entry: Yaml, kinds: readonly string[]): Resolutions {
  return new Map(
    kinds.flatMap((kind) =>
      Object.entries(memberOf(entry, kind)).map(([name, value]): [string, string] => {
        const version = typeof value === 'string' ? value : value['version'];
        return [name, typeof version === 'string' ? version : ''];
      }),
    ),
  );
}
