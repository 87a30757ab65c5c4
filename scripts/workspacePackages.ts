import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Files behind one door of a package: its source, and what is published. */
export interface PackageDoor {
  readonly '@portage/source'?: string;
  readonly types?: string;
}

/** Manifest of a package of this workspace, as far as the scripts read it. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly portage?: {
    readonly layer?: number;
    /** Folders below `src` that hold its other folders; each imports only from those before it. */
    readonly wings?: readonly string[];
    /** Whether its build contains the private packages that it uses: `devDependencies` then. */
    readonly bundled?: boolean;
  };
  /** Files that are packed, beside the manifest. */
  readonly files?: readonly string[];
  readonly exports?: Readonly<Record<string, string | PackageDoor>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** A part of the house: what others install, what an operator runs, what is started. */
export type Wing = 'packages' | 'packages/service' | 'apps' | 'bench';

/** A package of this workspace. */
export interface WorkspacePackage {
  /** Absolute path of its folder. */
  readonly folder: string;
  readonly wing: Wing;
  readonly manifest: Manifest;
}

/** Folders whose folders are packages, and the wing of those. */
const places: readonly { readonly place: string; readonly wing: Wing }[] = [
  { place: 'packages', wing: 'packages' },
  { place: 'packages/service', wing: 'packages/service' },
  { place: 'packages/service/facades', wing: 'packages/service' },
  { place: 'apps', wing: 'apps' },
];

/** Folders of a place that hold a package. */
function foldersOf(root: string, place: string): readonly string[] {
  return readdirSync(join(root, place))
    .map((name) => join(root, place, name))
    .filter((folder) => existsSync(join(folder, 'package.json')));
}

/** Every package of the workspace at `root`, wing by wing. */
export function workspacePackages(root: string): readonly WorkspacePackage[] {
  const found = places.flatMap(({ place, wing }) =>
    foldersOf(root, place).map((folder) => ({ folder, wing })),
  );
  return [...found, { folder: join(root, 'bench'), wing: 'bench' as const }].map((entry) => ({
    ...entry,
    // The manifests are ours; a wrong shape fails where it is used.
    manifest: JSON.parse(readFileSync(join(entry.folder, 'package.json'), 'utf8')) as Manifest,
  }));
}

/** Packages that others install. */
export function publicPackages(root: string): readonly WorkspacePackage[] {
  return workspacePackages(root).filter(({ wing }) => wing === 'packages');
}

/** Packages that are published: the public ones, and the service as a program. */
export function publishedPackages(root: string): readonly WorkspacePackage[] {
  return workspacePackages(root).filter(({ manifest }) => manifest.private !== true);
}

/** Path of a file as a reader of the repository writes it. */
export function shownPath(root: string, file: string): string {
  return relative(root, file).replaceAll('\\', '/');
}
