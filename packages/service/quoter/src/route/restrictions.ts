import type { Chain } from '@portage/core/chain';
import { ageOf, findOutage } from '@portage/core/plugin';

/** Chains, currencies and calls that are not quoted for now, from memory. */
export interface Restrictions {
  /**
   * Whether the service takes no more orders and settles those that it has: deposits at its open
   * addresses are orders already.
   */
  readonly isDraining?: boolean | undefined;
  /** Whether nothing is spent on a chain, nor for what was paid on it, for now. */
  readonly isHalted?: ((chain: Chain) => boolean) | undefined;
  /** Sentence for everybody on why a chain is halted. */
  readonly haltedReason?: ((chain: Chain) => string | undefined) | undefined;
  /** Whether a currency is not quoted for now. */
  readonly isRestricted?: ((chain: Chain, currency: string) => boolean) | undefined;
  /**
   * Whether calls are not quoted on a chain for now: those of the one who asks, or of all, have
   * burned their budget of gas.
   */
  readonly areCallsHalted?: ((chain: Chain, asker: CallsAsker) => boolean) | undefined;
}

/** Quote with calls that is asked for. */
export interface CallsAsker {
  /** Payer in canonical form. */
  readonly payer: string;
  /** Id of the API key; undefined without one. */
  readonly apiKeyId: string | undefined;
  /** Contracts that are called, in canonical form. */
  readonly targets: readonly string[];
}

/** Time of a look at the gate, and how old the newest block of an open chain may be. */
export interface GateOptions {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds, as `maxAgeMs.tip` of the quote policy. */
  readonly tipMsMax: number;
}

/** Sentence for everybody on why a service that is drained quotes nothing. */
export const drainingReason = 'The service takes no more orders: it settles those that it has.';

/**
 * Sentence for everybody on why nothing is quoted on a chain for now; undefined where it is open.
 * The one gate of what is said about a chain: the list of chains and `GET /config/v2` ask it, and
 * quotes are refused for the same reasons, by {@link isOpen} and by the age of the tip.
 *
 * @example
 * ```ts
 * whyClosed(chain, restrictions, { now: Date.now(), tipMsMax: policy.maxAgeMs.tip });
 * ```
 */
export function whyClosed(
  chain: Chain,
  restrictions: Restrictions,
  { now, tipMsMax }: GateOptions,
): string | undefined {
  if (restrictions.isDraining === true) return drainingReason;
  if (chain.info.disabled && chain.opening === undefined) return 'The chain is switched off.';
  const outage = findOutage(chain);
  if (outage !== undefined) return outage;
  if (!isOpen(chain, restrictions))
    return restrictions.haltedReason?.(chain) ?? 'The chain is halted.';
  const tip = chain.observe.tip();
  if (tip === undefined) return 'No block was seen yet.';
  const ageMs = ageOf(tip, now);
  return ageMs > tipMsMax
    ? `No new block was seen for ${String(Math.floor(ageMs / 1000))} s.`
    : undefined;
}

/**
 * Whether a chain takes requests: it is switched on, its endpoints answer, and it is not halted.
 * Quotes ask it before they look at how old the newest block is.
 *
 * @example
 * ```ts
 * isOpen(chain, { isHalted: () => false }); // true while its endpoints answer
 * ```
 */
export function isOpen(chain: Chain, { isHalted }: Restrictions): boolean {
  return !chain.info.disabled && findOutage(chain) === undefined && isHalted?.(chain) !== true;
}
