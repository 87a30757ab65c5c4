import { bytesToHex, type ChainInfo } from '@portage/core';
import type { Codec } from '@portage/core/chain';
import type { Executor } from '@portage/core/executor';
import { failCheck } from './failCheck.js';

/** A chain of the trusted list, with the codec of its family. */
export interface TrustedChain {
  readonly info: ChainInfo;
  readonly slug: string;
  readonly codec: Codec;
  /** Whether two texts name one account. A text that is no address of this chain names none. */
  sameAccount(a: string, b: string): boolean;
  /** Whether two texts name one currency. */
  sameCurrency(a: string, b: string): boolean;
}

/** The trusted list of one verification. */
export interface TrustedChains {
  /** @throws PortageError `QUOTE_VERIFICATION_FAILED` (`chain`, `codec`) */
  byId(id: number): TrustedChain;
  /** @throws PortageError `QUOTE_VERIFICATION_FAILED` (`chain`, `codec`) */
  bySlug(slug: string): TrustedChain;
}

/** Chains to trust, and the codecs that read their addresses. */
export interface TrustedChainsOptions {
  readonly chains: readonly ChainInfo[];
  readonly executors: readonly Executor[];
  readonly codecs: readonly Codec[];
}

/** Makes the trusted list of one verification. */
export function createTrustedChains({
  chains,
  executors,
  codecs,
}: TrustedChainsOptions): TrustedChains {
  const known = [
    ...codecs,
    ...executors.flatMap(({ codec }) => (codec === undefined ? [] : [codec])),
  ];
  const open = (info: ChainInfo | undefined, name: string): TrustedChain => {
    if (info === undefined)
      failCheck('chain', {
        message: `chain ${name} is not in the trusted list.`,
        expected: chains.map((entry) => entry.protocol.v2.chainId),
        actual: name,
      });
    const codec = known.find(({ vm }) => vm === info.vmType);
    if (codec === undefined) {
      failCheck('codec', {
        message: `no codec reads the addresses of "${info.vmType}" chains.`,
        hint: 'Pass its codec in "codecs", or an executor that brings it.',
      });
    }
    return createTrustedChain(info, codec);
  };
  return {
    byId: (id) =>
      open(
        chains.find((info) => info.id === id),
        String(id),
      ),
    bySlug: (slug) =>
      open(
        chains.find((info) => info.protocol.v2.chainId === slug),
        slug,
      ),
  };
}

function createTrustedChain(info: ChainInfo, codec: Codec): TrustedChain {
  return {
    info,
    slug: info.protocol.v2.chainId,
    codec,
    sameAccount: (a, b) => isSame(a, b, (text) => codec.normalizeAddress(text)),
    sameCurrency: (a, b) => isSame(a, b, (text) => bytesToHex(codec.encodeCurrency(text))),
  };
}

function isSame(a: string, b: string, normalize: (text: string) => string): boolean {
  try {
    return normalize(a) === normalize(b);
  } catch {
    return false; // Not an address of this chain, so not the one that was asked for either.
  }
}
