import { PortageError, type Clock } from '@portage/core';
import type { Allocator, ChainFacts, ReleaseIntent } from '@portage/core/plugin';
import { expires, type ReleaseJournal } from './releaseJournal.js';
import { checkCanonical, isCanonicalCurrency } from './canonicalRelease.js';
import { releaseTerms } from './releaseRecord.js';

/**
 * Longest time until an authorization expires, in seconds. The contract takes no longer one; here
 * it is by the allocator's clock, so that nobody can gather authorizations for later.
 */
const authorizationSecondsMax = 900;

const hourMs = 3_600_000;
const dayMs = 86_400_000;

/** Caps of what is authorized in one currency, in smallest units; undefined where there is none. */
export interface ReleaseCap {
  readonly hour?: bigint | undefined;
  readonly day?: bigint | undefined;
}

/** Rules of one chain's releases. */
export interface ReleaseRules {
  readonly facts: Pick<ChainFacts, 'id' | 'slug' | 'codec' | 'info' | 'assets' | 'native'>;
  /**
   * Caps by the addresses of currencies. Where there is any, currencies without one are refused;
   * where there is none, nothing is capped.
   */
  readonly caps: ReadonlyMap<string, ReleaseCap>;
  readonly journal: ReleaseJournal;
  readonly clock: Pick<Clock, 'now'>;
}

/** Decides about releases, and records those that it lets through. */
export interface ReleaseGate {
  /** @throws PortageError `RELEASE_REFUSED` */
  admit(intent: ReleaseIntent): Promise<void>;
  /** Amount that the caps leave now, in smallest units; undefined on a chain without caps. */
  available(currency: string): bigint | undefined;
}

/**
 * Makes the gate of one chain. It knows what it has let through: a payment never gets another
 * recipient or currency, and a collection goes to the solver alone. The amount of a refund may
 * change, because gas does: all its authorizations have one nonce, so one of them is carried out at
 * most, and the caps count the largest. They count it when it was last authorized: what expired
 * unused is free again, and is no way to gather payments for one later hour.
 */
export function createReleaseGate(rules: ReleaseRules): ReleaseGate {
  const { journal, clock } = rules;
  // One after the other: a second release must see what the first has used.
  let last: Promise<unknown> = Promise.resolve();
  const left = (currency: string, except?: ReleaseIntent): bigint | undefined => {
    if (rules.caps.size === 0) return undefined;
    const cap = rules.caps.get(currency);
    if (cap === undefined) return 0n;
    const place = { chainId: rules.facts.id, currency };
    const since = (ms: number): bigint => journal.spentSince(place, clock.now() - ms, except);
    const both = [leftOf(cap.hour, since(hourMs)), leftOf(cap.day, since(dayMs))];
    return both
      .filter((each) => each !== undefined)
      .reduce<bigint | undefined>(
        (least, each) => (least === undefined || each < least ? each : least),
        undefined,
      );
  };
  const available = (currency: string): bigint | undefined =>
    isCanonicalCurrency(currency, rules.facts) ? left(currency) : 0n;
  const admit = async (intent: ReleaseIntent): Promise<void> => {
    checkCanonical(intent, rules.facts);
    checkPlace(intent, rules);
    checkExpiry(intent, rules);
    const known = journal.find(intent);
    if (known !== undefined && known.terms !== releaseTerms(intent))
      throw refusal('The same payment was authorized with other terms before.');
    const most = known?.most ?? 0n;
    const counted = intent.amount > most ? intent.amount : most;
    const isAnew = expires(intent);
    const more = isAnew ? counted : counted - most;
    const room = left(intent.currency, isAnew ? intent : undefined);
    if (room !== undefined && more > room) throw overCaps(intent, room, rules);
    await journal.append({ at: clock.now(), intent });
  };
  return {
    available,
    admit: (intent) => {
      const turn = last.then(() => admit(intent));
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

/** The allocator behind a gate: nothing is signed that the gate has not recorded before. */
export function guardAllocator(allocator: Allocator, gate: ReleaseGate): Allocator {
  return {
    address: allocator.address,
    canSign: allocator.canSign,
    sign: async (intent) => {
      await gate.admit(intent);
      return allocator.sign(intent);
    },
    available: async (currency, signal) => {
      const own = gate.available(currency);
      const other = await allocator.available?.(currency, signal);
      if (own === undefined || other === undefined) return own ?? other;
      return own < other ? own : other;
    },
  };
}

function leftOf(cap: bigint | undefined, spent: bigint): bigint | undefined {
  if (cap === undefined) return undefined;
  return cap > spent ? cap - spent : 0n;
}

function checkExpiry(intent: ReleaseIntent, { clock }: ReleaseRules): void {
  const latest = Math.floor(clock.now() / 1000) + authorizationSecondsMax;
  if (intent.expiry > latest)
    throw refusal(
      'The release expires later than the allocator signs for.',
      `It signs for ${String(authorizationSecondsMax)} s ahead of its clock, until ${String(latest)}: compare the clocks.`,
    );
}

function overCaps({ currency }: ReleaseIntent, room: bigint, rules: ReleaseRules): PortageError {
  return rules.caps.has(currency)
    ? refusal(`The caps leave ${String(room)} of ${currency} now.`)
    : refusal(
        `The chain has caps, and ${currency} has none.`,
        `Give it one in allocator.caps.${rules.facts.slug}: it is let out as soon as it has.`,
      );
}

function checkPlace(intent: ReleaseIntent, { facts }: ReleaseRules): void {
  const { id, codec, info } = facts;
  const isOurs = (account: string, ours: readonly (string | undefined)[]): boolean =>
    ours.some((each) => each !== undefined && codec.normalizeAddress(each) === account);
  if (intent.chainId !== id || !isOurs(intent.depository, [info.protocol.v2.depository]))
    throw refusal('The release is of another chain or depository.');
  const sum = intent.releases.reduce((total, { amount }) => total + amount, 0n);
  if (intent.amount <= 0n || sum !== intent.amount)
    throw refusal('The amount of the release is not the sum of its parts.');
  if (intent.purpose === 'collection' && !isOurs(intent.recipient, info.solverAddresses))
    throw refusal('A collection goes to the solver alone.');
  if (intent.purpose === 'collection' && intent.key !== '')
    throw refusal('A collection has one name and no key.');
}

function refusal(message: string, hint?: string): PortageError {
  return new PortageError('RELEASE_REFUSED', { message, hint });
}
