import { join, posix } from 'node:path';
import { workspacePackages, type WorkspacePackage } from '../../../scripts/workspacePackages.js';

/** Root of the workspace. */
export const root = join(import.meta.dirname, '../../..');

/** Folder of the service. */
export const serviceFolder = join(import.meta.dirname, '..');

/** The service with the packages that its program contains. */
export interface Parts {
  readonly service: WorkspacePackage;
  /** Private packages by name; what they and the service import from elsewhere is installed. */
  readonly inside: ReadonlyMap<string, WorkspacePackage>;
}

/** Finds the private packages that the service needs, each once. */
export function findParts(): Parts {
  const all = new Map(workspacePackages(root).map((entry) => [entry.manifest.name, entry]));
  const service = all.get('@portage/service');
  if (service === undefined) throw new Error('The workspace has no service.');
  const isPrivate = (name: string): boolean => all.get(name)?.wing === 'packages/service';
  const inside = new Map<string, WorkspacePackage>();
  const waiting = Object.keys(service.manifest.devDependencies ?? {}).filter(isPrivate);
  for (const name of waiting) {
    const part = all.get(name);
    if (part === undefined || inside.has(name)) continue;
    inside.set(name, part);
    waiting.push(...Object.keys(part.manifest.dependencies ?? {}).filter(isPrivate));
  }
  return { service, inside };
}

/** Last part of a package's name: `settlement` of `@portage/settlement`. */
export const shortName = (name: string): string => posix.basename(name);

/** File that a package exports under a name such as `@portage/order/hasher`. */
export function exportedFile(
  { manifest, folder }: WorkspacePackage,
  specifier: string,
  condition: '@portage/source' | 'types',
): string {
  const door = `.${specifier.slice(manifest.name.length)}`;
  const target = manifest.exports?.[door];
  const file = typeof target === 'string' ? undefined : target?.[condition];
  if (file === undefined) throw new Error(`${manifest.name} has no door ${door}.`);
  return join(folder, file);
}
