import type { Manifest } from './workspacePackages.js';

/** Packages that an app installs: those that it names, and those of others beside them. */
export interface InstallSet {
  /** Purpose of the set, as in `EVM wallets`. */
  readonly title: string;
  /** Packages of ours that the app uses. */
  readonly packages: readonly string[];
  /** Packages of others that it brings itself. */
  readonly others: readonly string[];
}

/** Sets that docs/apps.md names. */
export const installSets: readonly InstallSet[] = [
  { title: 'EVM wallets', packages: ['@portage/sdk', '@portage/evm'], others: ['viem'] },
  {
    title: 'Solana wallets',
    packages: ['@portage/sdk', '@portage/solana'],
    others: ['@solana/web3.js@1'],
  },
  { title: 'Bitcoin wallets', packages: ['@portage/sdk', '@portage/bitcoin'], others: [] },
  {
    title: 'React',
    packages: ['@portage/sdk', '@portage/evm', '@portage/react'],
    others: ['viem', 'react', '@tanstack/react-query'],
  },
  {
    title: 'accounts of the exchange',
    packages: ['@portage/sdk', '@portage/evm', '@portage/exchange'],
    others: ['viem'],
  },
  {
    title: 'withdrawals and claims of app fees',
    packages: ['@portage/sdk', '@portage/evm', '@portage/withdrawals'],
    others: ['viem'],
  },
  {
    title: 'everything',
    packages: [
      '@portage/sdk',
      '@portage/evm',
      '@portage/solana',
      '@portage/bitcoin',
      '@portage/exchange',
      '@portage/react',
      '@portage/withdrawals',
      '@portage/metrics',
      '@portage/fees',
      '@portage/pools',
      '@portage/order',
      '@portage/networks',
      '@portage/contracts',
    ],
    others: ['viem', '@solana/web3.js@1', 'react', '@tanstack/react-query'],
  },
];

/**
 * Packages of ours that an install needs, what they depend on first: a tarball finds the others
 * only beside itself, because nothing is on a registry.
 */
export function neededPackages(
  packages: readonly string[],
  manifests: ReadonlyMap<string, Pick<Manifest, 'dependencies'>>,
): readonly string[] {
  const found = new Set<string>();
  const add = (name: string): void => {
    const manifest = manifests.get(name);
    if (manifest === undefined || found.has(name)) return;
    for (const dependency of Object.keys(manifest.dependencies ?? {})) add(dependency);
    found.add(name);
  };
  for (const name of packages) add(name);
  return [...found];
}

/** File into which a package is packed. */
export function tarballOf(name: string, version: string): string {
  return `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`;
}
