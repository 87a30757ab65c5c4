import { PortageError, type Clock } from '@portage/core';
import type { Allocator, ChainFacts, ReleaseIntent } from '@portage/core/plugin';
import type { ReleaseJournal } from './releaseJournal.js';
import { releaseTerms } from './releaseRecord.js';

const hourMs = 3_600_000;
const dayMs = 86_400_000;

/** Caps of what is authorized in one currency, in smallest units; undefined where there is none. */
export interface ReleaseCap {
  readonly hour?: bigint | undefined;
  readonly day?: bigint | undefined;
}

/** Rules of one chain's releases. */
export interface ReleaseRules {
  readonly facts: Pick<ChainFacts, 'id' | 'codec' | 'info'>;
  /** Caps by the addresses of currencies. */
  readonly caps: ReadonlyMap<string, ReleaseCap>;
  readonly journal: ReleaseJournal;
  readonly clock: Pick<Clock, 'now'>;
}

/** Decides about releases, and records those that it lets through. */
export interface ReleaseGate {
  /** @throws PortageError `RELEASE_REFUSED` */
  admit(intent: ReleaseIntent): Promise<void>;
  /** What the caps leave now; undefined where there is none. */
  available(currency: string): bigint | undefined;
}

/**
 * Makes the gate of one chain. It knows what it has let through: a payment never gets another
 * recipient or currency, and a collection goes to the solver alone. The amount of a refund may
 * change, because gas does: all its authorizations have one nonce, so one of them is carried out at
 * most, and the caps count the largest.
 */
export function createReleaseGate(rules: ReleaseRules): ReleaseGate {
  const { journal, clock } = rules;
  // One after the other: a second release must see what the first has used.
  let last: Promise<unknown> = Promise.resolve();
  const available = (currency: string): bigint | undefined => {
    const cap = rules.caps.get(currency);
    if (cap === undefined) return undefined;
    const place = { chainId: rules.facts.id, currency };
    const left = [
      leftOf(cap.hour, journal.spentSince(place, clock.now() - hourMs)),
      leftOf(cap.day, journal.spentSince(place, clock.now() - dayMs)),
    ].filter((each) => each !== undefined);
    return left.reduce<bigint | undefined>(
      (least, each) => (least === undefined || each < least ? each : least),
      undefined,
    );
  };
  const admit = async (intent: ReleaseIntent): Promise<void> => {
    checkPlace(intent, rules);
    const known = journal.find(intent);
    if (known !== undefined && known.terms !== releaseTerms(intent))
      throw refusal('The same payment was authorized with other terms before.');
    const more = intent.amount - (known?.most ?? 0n);
    const left = available(intent.currency);
    if (left !== undefined && more > left)
      throw refusal(`The caps leave ${String(left)} of ${intent.currency} now.`);
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

function checkPlace(intent: ReleaseIntent, { facts }: ReleaseRules): void {
  const { id, codec, info } = facts;
  const isOurs = (account: string, ours: readonly (string | undefined)[]): boolean =>
    ours.some(
      (each) =>
        each !== undefined && codec.normalizeAddress(each) === codec.normalizeAddress(account),
    );
  if (intent.chainId !== id || !isOurs(intent.depository, [info.protocol.v2.depository]))
    throw refusal('The release is of another chain or depository.');
  const sum = intent.releases.reduce((total, { amount }) => total + amount, 0n);
  if (intent.amount <= 0n || sum !== intent.amount)
    throw refusal('The amount of the release is not the sum of its parts.');
  if (intent.purpose === 'collection' && !isOurs(intent.recipient, info.solverAddresses))
    throw refusal('A collection goes to the solver alone.');
}

function refusal(message: string): PortageError {
  return new PortageError('RELEASE_REFUSED', { message });
}
