import { bytesToHex, describeError } from '@portage/core';
import type { SpendAllowance } from '@portage/core/plugin';
import type { ChainContext } from '../context.js';

const readMsMax = 5_000;
/** Looks at the jobs between two looks at allowances of which none is low, a minute by default. */
const pollsPerLook = 60;

/** Keeps the allowances by which contracts take what the sender pays and moves. */
export interface AllowanceWatch {
  /**
   * Reads the allowances where that is due, and asks for the renewal of each that is low.
   *
   * @returns whether a renewal was asked for
   */
  look(): Promise<boolean>;
  /** Reason for which a payment of a currency waits; undefined where its allowance is enough. */
  readonly lackOf: (currency: string, amount: bigint) => string | undefined;
}

type Outcome = keyof typeof messages;

/**
 * Makes the watch of a chain. A renewal is a call of the outbox like any other. While one that
 * takes a rest back is asked for, nothing counts as allowed: it may land before a payment that is
 * signed after it. Before the first reading no currency is paid but the native one.
 */
export function createAllowanceWatch(context: ChainContext): AllowanceWatch {
  const { chain, settlement, policy, clock, log, randomBytes } = context;
  const { spend } = chain;
  if (spend.allowances === undefined)
    return { look: () => Promise.resolve(false), lackOf: () => undefined };
  let dueAt = clock.elapsed();
  let known: readonly SpendAllowance[] | undefined;
  let told = new Set<string>();

  async function renew(low: SpendAllowance): Promise<Outcome> {
    const { currency, spender, renewal } = low;
    if (renewal === undefined) return 'refused';
    const { to, data, gasLimit } = renewal;
    const id = bytesToHex(randomBytes(32));
    return settlement.allowances.renew({
      chainId: chain.id,
      id,
      currency,
      spender,
      to,
      data,
      gasLimit,
    });
  }

  /** Outcome of each renewal, one for each allowance that is low. */
  async function read(): Promise<readonly Outcome[]> {
    known = await spend.allowances?.(clock.timeout(readMsMax));
    const outcomes: Outcome[] = [];
    const said = new Set<string>();
    for (const low of known?.filter(({ isLow }) => isLow) ?? []) {
      const { currency, spender } = low;
      const outcome = await renew(low);
      outcomes.push(outcome);
      const line = `${messages[outcome]} ${currency} ${spender}`;
      if (!told.has(line)) log(messages[outcome], { chain: chain.slug, currency, spender });
      said.add(line);
    }
    told = said;
    return outcomes;
  }

  return {
    look: async () => {
      if (clock.elapsed() < dueAt) return false;
      const outcomes = await read().catch((error: unknown) => {
        log('allowances could not be read', { chain: chain.slug, error: describeError(error) });
        return undefined;
      });
      const isAsked = outcomes?.includes('asked') === true;
      // A refused renewal stays refused for long.
      const isSoon = outcomes === undefined || isAsked || outcomes.includes('under way');
      dueAt = clock.elapsed() + (isSoon ? 1 : pollsPerLook) * policy.work.pollMs;
      return isAsked;
    },
    lackOf: (currency, amount) => {
      if (currency === chain.native.address) return undefined;
      if (known === undefined) return 'the allowances of the sender are not known';
      const isEnough = known.every(
        (one) =>
          !one.isForPayments ||
          one.currency !== currency ||
          (one.amount >= amount && one.renewal?.isReset !== true),
      );
      return isEnough ? undefined : 'the allowance of the currency waits for its block';
    },
  };
}

const messages = {
  asked: 'an allowance is renewed',
  'under way': 'an allowance is renewed',
  'too many': 'a currency does not keep its allowance',
  refused: 'a currency refuses its allowance',
} as const;
