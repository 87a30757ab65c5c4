import { bytesToHex, type ChainInfo, type Codec, type Executor } from '@portage/core';
import { refuse } from './failCheck.js';

/** One chain of a verification, with how its addresses are compared. */
export interface Side {
  readonly chain: ChainInfo;
  readonly slug: string;
  readonly codec: Codec;
  /** Whether two texts name one account; a text that is no address of this chain names none. */
  sameAccount(a: string, b: string): boolean;
  /** Whether two texts name one currency. */
  sameCurrency(a: string, b: string): boolean;
}

/** The chains that a verification trusts. */
export interface Sides {
  /** @throws PortageError `QUOTE_VERIFICATION_FAILED` (`chain`, `codec`) */
  byId(id: number): Side;
  /** @throws PortageError `QUOTE_VERIFICATION_FAILED` (`chain`, `codec`) */
  bySlug(slug: string): Side;
}

/** What the chains of a verification come from. */
export interface SidesInput {
  readonly chains: readonly ChainInfo[];
  readonly executors: readonly Executor[];
  readonly codecs: readonly Codec[];
}

/** Finds trusted chains and the codecs that read their addresses. */
export function createSides({ chains, executors, codecs }: SidesInput): Sides {
  const known = [
    ...codecs,
    ...executors.flatMap(({ codec }) => (codec === undefined ? [] : [codec])),
  ];
  const open = (chain: ChainInfo | undefined, name: string): Side => {
    if (chain === undefined)
      refuse('chain', {
        message: `chain ${name} is not in the trusted list.`,
        expected: chains.map((entry) => entry.protocol.v2.chainId),
        actual: name,
      });
    const codec = known.find(({ vm }) => vm === chain.vmType);
    if (codec === undefined) {
      refuse('codec', {
        message: `no codec reads the addresses of "${chain.vmType}" chains.`,
        hint: `Pass the codec of ${chain.vmType} in "codecs", or an executor that brings it.`,
      });
    }
    return createSide(chain, codec);
  };
  return {
    byId: (id) =>
      open(
        chains.find((chain) => chain.id === id),
        String(id),
      ),
    bySlug: (slug) =>
      open(
        chains.find((chain) => chain.protocol.v2.chainId === slug),
        slug,
      ),
  };
}

function createSide(chain: ChainInfo, codec: Codec): Side {
  return {
    chain,
    slug: chain.protocol.v2.chainId,
    codec,
    sameAccount: (a, b) => same(a, b, (text) => codec.normalizeAddress(text)),
    sameCurrency: (a, b) => same(a, b, (text) => bytesToHex(codec.encodeCurrency(text))),
  };
}

function same(a: string, b: string, canonical: (text: string) => string): boolean {
  try {
    return canonical(a) === canonical(b);
  } catch {
    return false; // Not an address of this chain, so not the one that was asked for either.
  }
}
