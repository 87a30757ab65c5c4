import { findAsset, type Chain, type Chains } from '@portage/core/chain';

function findChain(chains: Chains, id: number): Chain | undefined {
  return chains.all.find((chain) => chain.id === id);
}

/** Slug of a chain, as every label has it; the id of one that the service does not serve. */
export function chainLabel(chains: Chains, id: number): string {
  return findChain(chains, id)?.slug ?? String(id);
}

/**
 * Labels with the names that all metrics share: the slug of a chain in place of its id, and the id
 * of an asset in place of the address of a currency.
 */
export function nameLabels(
  chains: Chains,
  labels: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const { chain: id, currency: address } = labels;
  if (id === undefined) return labels;
  const named = { ...labels, chain: chainLabel(chains, Number(id)) };
  if (address === undefined) return named;
  const chain = findChain(chains, Number(id));
  const asset = chain === undefined ? undefined : findAsset(chain, address);
  return { ...named, currency: asset?.id ?? address };
}
