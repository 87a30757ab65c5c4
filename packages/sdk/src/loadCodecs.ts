import type { ChainInfo, QuoteBody } from '@portage/core';
import type { Codec } from '@portage/core/chain';

/**
 * Codecs of the families of this package, by the name of their virtual machine. Their packages are
 * optional: one that is not installed leaves its codec out, and verification says that it lacks it.
 */
const loaders: Readonly<Record<string, () => Promise<Codec | undefined>>> = {
  bvm: async () => {
    try {
      return (await import('@portage/bitcoin/codec')).bitcoinCodec;
    } catch {
      return undefined;
    }
  },
  evm: async () => {
    try {
      return (await import('@portage/evm/codec')).evmCodec;
    } catch {
      return undefined;
    }
  },
  lvm: async () => {
    try {
      return (await import('@portage/exchange/codec')).exchangeCodec;
    } catch {
      return undefined;
    }
  },
  svm: async () => {
    try {
      return (await import('@portage/solana/codec')).solanaCodec;
    } catch {
      return undefined;
    }
  },
};

/** Family of the chain of each order: an order names its solver by an address of EVM chains. */
const orderFamily = 'evm';

/** Loads the codecs of the two chains of a request, and of the chain of its order. */
export async function loadCodecs(
  { originChainId, destinationChainId }: Pick<QuoteBody, 'originChainId' | 'destinationChainId'>,
  chains: readonly Pick<ChainInfo, 'id' | 'vmType'>[],
): Promise<readonly Codec[]> {
  const paying = chains.filter(({ id }) => id === originChainId || id === destinationChainId);
  const families = new Set([orderFamily, ...paying.map(({ vmType }) => vmType)]);
  const loaded = await Promise.all(
    Object.entries(loaders).flatMap(([vm, load]) => (families.has(vm) ? [load()] : [])),
  );
  return loaded.filter((codec) => codec !== undefined);
}
