import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { installSets, neededPackages, tarballOf } from './installSets.js';
import { publicPackages } from './workspacePackages.js';

const published = publicPackages(join(import.meta.dirname, '..'));
const manifests = new Map(published.map(({ manifest }) => [manifest.name, manifest]));

describe('what an app installs', () => {
  it.each(installSets)('is there for $title, with all that it depends on', ({ packages }) => {
    const needed = neededPackages(packages, manifests);
    expect(packages.filter((name) => !manifests.has(name))).toEqual([]);
    const missing = needed.flatMap((name) =>
      Object.keys(manifests.get(name)?.dependencies ?? {}).filter(
        (dependency) => dependency.startsWith('@portage/') && !needed.includes(dependency),
      ),
    );
    expect(missing).toEqual([]);
  });

  it('has a set for each package that apps import, and one of them all', () => {
    const page = readFileSync(join(import.meta.dirname, '../docs/apps.md'), 'utf8');
    const imported = [...page.matchAll(/from '(@portage\/[\w-]+)/g)].map(([, name = '']) => name);
    const ofApps = new Set([...imported, '@portage/react', '@portage/exchange']);
    const everything = installSets.at(-1)?.packages ?? [];
    const others = new Set(installSets.slice(0, -1).flatMap(({ packages }) => packages));
    for (const name of ofApps) {
      expect([name, everything.includes(name)]).toEqual([name, true]);
      expect([name, neededPackages([...others], manifests).includes(name)]).toEqual([name, true]);
    }
    // Authors of chain modules and of tests install these by name.
    const special = ['@portage/chain-kit', '@portage/testing', '@portage/service'];
    const left = [...manifests.keys()].filter(
      (name) => !neededPackages(everything, manifests).includes(name),
    );
    expect(left.filter((name) => !special.includes(name))).toEqual([]);
  });

  it('holds no family that the app did not name', () => {
    const [evm] = installSets;
    expect(neededPackages(evm?.packages ?? [], manifests)).not.toContain('@portage/solana');
  });

  it('brings its peers, unless they are optional', () => {
    for (const { packages, others } of installSets) {
      const brought = [...neededPackages(packages, manifests), ...others.map(nameOf)];
      for (const name of neededPackages(packages, manifests)) {
        const { peerDependencies = {}, peerDependenciesMeta = {} } = manifests.get(name) ?? {};
        const needed = Object.keys(peerDependencies).filter(
          (peer) => peerDependenciesMeta[peer]?.optional !== true,
        );
        expect(needed.filter((peer) => !brought.includes(peer))).toEqual([]);
      }
    }
  });

  it('is in files by name and version', () => {
    expect(tarballOf('@portage/sdk', '1.2.3')).toBe('portage-sdk-1.2.3.tgz');
  });
});

/** Name of a package without the version behind it. */
function nameOf(specifier: string): string {
  return specifier.replace(/(?<=.)@.*$/, '');
}
