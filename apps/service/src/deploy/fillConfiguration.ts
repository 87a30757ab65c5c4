import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { PortageError } from '@portage/core';
import { z } from 'zod';
import { parseJson } from '../configuration/parseJson.js';

/** Members of a configuration file that are read here. */
const schema = z.looseObject({
  chains: z.array(
    z.looseObject({
      contracts: z.looseObject({}).optional(),
      programs: z.looseObject({}).optional(),
    }),
  ),
});

/** Members of a chain that follow from its deployment. */
export interface FilledChain {
  readonly slug: string;
  /** Contracts of an EVM chain. */
  readonly contracts?: Readonly<Record<string, string>> | undefined;
  /** Programs of a chain of Solana. */
  readonly programs?: Readonly<Record<string, string>> | undefined;
  /** Accounts with power over them; null where there is none. */
  readonly governance: Readonly<Record<string, string | null>>;
  readonly startHeight?: number | undefined;
}

/**
 * Writes the contracts and programs of chains into a configuration file, which is replaced as a
 * whole. Other members stay as they are.
 *
 * @throws PortageError `INVALID_CONFIGURATION` for a chain that the file does not name
 */
export function fillConfiguration(path: string, filled: readonly FilledChain[]): void {
  const value = schema.parse(parseJson(readFileSync(path, 'utf8'), path));
  const chains = [...value.chains];
  for (const { slug, contracts, programs, governance, startHeight } of filled) {
    const index = chains.findIndex((chain) => (chain['slug'] ?? chain['network']) === slug);
    const chain = chains[index];
    if (chain === undefined)
      throw new PortageError('INVALID_CONFIGURATION', {
        message: `${path} names no chain "${slug}".`,
      });
    chains[index] = {
      ...chain,
      ...(contracts === undefined ? {} : { contracts: { ...chain.contracts, ...contracts } }),
      ...(programs === undefined ? {} : { programs: { ...chain.programs, ...programs } }),
      governance,
      ...(startHeight === undefined ? {} : { startHeight }),
    };
  }
  // Endpoints may carry secrets.
  const options = { mode: 0o600 };
  writeFileSync(`${path}.new`, `${JSON.stringify({ ...value, chains }, undefined, 2)}\n`, options);
  renameSync(`${path}.new`, path);
}
