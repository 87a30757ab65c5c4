import { findAsset, type Chains } from '@portage/core/chain';

/** Slug of a chain, as every label has it; the id of one that the service does not serve. */
export function chainLabel(chains: Chains, id: number): string {
  return chains.all.find((chain) => chain.id === id)?.slug ?? String(id);
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
  const chain = chains.all.find((each) => String(each.id) === id);
  const currency =
    address === undefined || chain === undefined ? address : findAsset(chain, address)?.id;
  return {
    ...labels,
    chain: chain?.slug ?? id,
    ...(address === undefined ? {} : { currency: currency ?? address }),
  };
}
