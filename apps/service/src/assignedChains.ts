import { PortageError } from '@portage/core';
import { Option } from 'commander';

/** Names of chains on the command line: slugs or ids, with commas between. */
export function parseChainNames(text: string): readonly string[] {
  return text.split(',').map((name) => name.trim());
}

/** The option of the command line. */
export function chainsOption(): Option {
  return new Option(
    '--chains <names>',
    'slugs or ids, with commas between, of the chains that this worker follows and pays on (default: all)',
  )
    .env('PORTAGE_CHAINS')
    .argParser(parseChainNames);
}

/** Chains of a service, and which parts run in this process. */
export interface AssignmentOptions {
  readonly role: string;
  readonly chains: readonly { readonly id: number; readonly slug: string }[];
}

/**
 * Ids of the chains that a worker is to follow and to pay on; undefined where it works on all.
 *
 * @throws PortageError `INVALID_CONFIGURATION` for a name that no configured chain has, and where
 *   chains are named for a process that does other work, too
 */
export function assignedChains(
  names: readonly string[] | undefined,
  { role, chains }: AssignmentOptions,
): ReadonlySet<number> | undefined {
  if (names === undefined) return undefined;
  if (role !== 'worker')
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `--chains names the chains of a worker, and the role is ${role}.`,
      hint: 'Add --role worker, or leave --chains out.',
    });
  return new Set(
    names.map((name) => {
      const found = chains.find(({ id, slug }) => name === slug || name === String(id));
      if (found !== undefined) return found.id;
      throw new PortageError('INVALID_CONFIGURATION', {
        message: `--chains names "${name}", which is no configured chain.`,
        hint: `Chains: ${chains.map(({ slug }) => slug).join(', ')}.`,
      });
    }),
  );
}
