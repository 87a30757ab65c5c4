import type { ChainInfo, OrderData, ProtocolV2, QuoteBody } from '@portage/core';
import type { Codec } from '@portage/core/chain';
import { isPortageError } from '@portage/core/errors';
import { hashOrder } from '@portage/order';
import type { CheckContext, ShownOrder } from '../src/verification/checkOrder.js';
import { readExpectedQuote } from '../src/verification/expectedQuote.js';
import { createTrustedChains } from '../src/verification/trustedChain.js';
import { chains as fixtureChains, codec, makeQuote, now, request } from './fixtures.js';

/** Why something was refused: the check, the two values that it compared, and its sentence. */
export interface Refusal {
  readonly check: string;
  readonly expected?: string;
  readonly actual?: string;
  readonly message: string;
}

/** The refusal that a call ends in; `accepted` where it ends in none. */
export async function refusalOf(run: () => unknown): Promise<Refusal | 'accepted'> {
  try {
    await run();
  } catch (error) {
    if (!isPortageError(error, 'QUOTE_VERIFICATION_FAILED')) throw error;
    const { check, expected, actual } = error.context as Omit<Refusal, 'message'>;
    return {
      check,
      ...(expected === undefined ? {} : { expected }),
      ...(actual === undefined ? {} : { actual }),
      message: error.message.replace(`The quote was refused (${check}): `, ''),
    };
  }
  return 'accepted';
}

/** Circumstances of a verification that differ from those of the fixtures. */
export interface Circumstances {
  readonly body?: Partial<QuoteBody>;
  readonly chains?: readonly ChainInfo[];
  readonly codec?: Codec;
}

/** The context of a verification, as `verify` makes it. */
export function contextOf({ body, chains, codec: own }: Circumstances = {}): CheckContext {
  const expected = readExpectedQuote({ ...request, ...body });
  const trusted = createTrustedChains({
    chains: chains ?? fixtureChains,
    executors: [],
    codecs: [own ?? codec],
  });
  return {
    expected,
    chains: trusted,
    origin: trusted.byId(expected.originChainId),
    destination: trusted.byId(expected.destinationChainId),
    now,
    maxSlippageBps: 500n,
  };
}

/** The trusted list with one entry changed. */
export function chainsWith(id: number, change: (chain: ChainInfo) => void): ChainInfo[] {
  const chains: ChainInfo[] = structuredClone([...fixtureChains]);
  for (const chain of chains) if (chain.id === id) change(chain);
  return chains;
}

/** An honest order that is changed, and hashed again, as a hostile service would. */
export async function shownOrder(
  change: (order: OrderData, shown: ShownOrder) => void = () => undefined,
): Promise<ShownOrder> {
  const { details, protocol } = structuredClone(await makeQuote());
  const v2 = protocol.v2 as ProtocolV2;
  change(v2.orderData, { details, protocol: v2 });
  v2.orderId = hashOrder(v2.orderData, () => codec);
  return { details, protocol: v2 };
}
