import { PortageError } from '@portage/core';

/**
 * Chains of a family that an operator named, each once.
 *
 * @param names - slugs with commas between; undefined for all
 * @param kind - of chain, for errors, as in `EVM chain`
 * @throws PortageError `INVALID_CONFIGURATION` for an unknown name, and where there is none
 */
export function chosenChains<Chain extends { readonly slug: string }>(
  chains: readonly Chain[],
  names: string | undefined,
  kind: string,
): readonly Chain[] {
  if (chains.length === 0) throw unknown(`The configuration has no ${kind}.`);
  const wanted = names?.split(',').map((name) => name.trim()) ?? chains.map(({ slug }) => slug);
  return [...new Set(wanted)].map((name) => {
    const chain = chains.find(({ slug }) => slug === name);
    if (chain === undefined) throw unknown(`There is no ${kind} "${name}" in the configuration.`);
    return chain;
  });
}

function unknown(message: string): PortageError {
  return new PortageError('INVALID_CONFIGURATION', { message });
}
