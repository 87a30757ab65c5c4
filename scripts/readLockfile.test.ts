import { expect, it } from 'vitest';
import { findInstalled } from './findInstalled.js';
import { readLockfile } from './readLockfile.js';

const text = `lockfileVersion: '9.0'

importers:

  packages/core:
    dependencies:
      zod:
        specifier: 4.6.7
        version: 4.6.7
    devDependencies:
      vitest:
        specifier: 4.1.12
        version: 4.1.12

  packages/client:
    dependencies:
      '@portage/core':
        specifier: workspace:*
        version: link:../core
      '@noble/curves':
        specifier: 1.9.1
        version: 1.9.1(zod@4.6.7)

packages:

  '@noble/curves@1.9.1':
    resolution: {integrity: sha512-x}
    peerDependencies:
      zod: '>=4'

  zod@4.6.7:
    resolution: {integrity: sha512-y}

snapshots:

  '@noble/curves@1.9.1(zod@4.6.7)':
    dependencies:
      '@noble/hashes': 1.8.0
      zod: 4.6.7

  '@noble/hashes@1.8.0': {}
`;

it('reads dependencies without those of development', () => {
  const { importers } = readLockfile(text);
  expect(importers.get('packages/core')).toEqual(new Map([['zod', '4.6.7']]));
});

it('follows dependencies of dependencies, and leaves peers out', () => {
  const lockfile = readLockfile(text);
  const curves = '@noble/curves@1.9.1(zod@4.6.7)';
  expect(findInstalled(lockfile, 'packages/client')).toEqual({
    workspace: ['packages/client', 'packages/core'],
    packages: [curves, 'zod@4.6.7', '@noble/hashes@1.8.0'],
  });
  const importers = new Map([...lockfile.importers, ['packages/core', new Map<string, string>()]]);
  expect(findInstalled({ ...lockfile, importers }, 'packages/client').packages).toEqual([
    curves,
    '@noble/hashes@1.8.0',
  ]);
});
