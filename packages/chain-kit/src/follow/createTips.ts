import type { Endpoint } from '../endpoint/createEndpoint.js';
import { withDeadline } from '../endpoint/withDeadline.js';
import type { Quorum } from '../quorum/createQuorum.js';

/** Milliseconds that an endpoint which fails again and again is left alone at most. */
const restMsMax = 5_000;
/** Milliseconds for which an announced block is looked for more often. */
const hurryMs = 2_000;
const hurriedPollMs = 100;

/** A block, as far as its place is concerned. */
export interface BlockPlace {
  readonly height: number;
  readonly hash: string;
}

/** Options of {@link createTips}. */
export interface TipsOptions<Header extends BlockPlace> {
  readonly endpoints: readonly Endpoint[];
  /** Decides which block enough endpoints have. */
  readonly quorum: Quorum;
  /** Newest block of one endpoint. */
  readonly readTip: (endpoint: Endpoint, signal: AbortSignal) => Promise<Header>;
  /** Block that one endpoint has at a height; undefined where it has none. */
  readonly readAt: (
    endpoint: Endpoint,
    height: number,
    signal: AbortSignal,
  ) => Promise<Header | undefined>;
  /** Text of everything about a block that endpoints must agree on. */
  readonly digestOf: (header: Header) => string;
  /** Milliseconds between two questions to an endpoint. */
  readonly pollMs: () => number;
  /** Milliseconds that an endpoint has for an answer. */
  readonly deadlineMs: number;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly signal: AbortSignal;
  /** Whether no endpoint is to be asked for now, as another process shares its readings. */
  readonly isLeft?: (() => boolean) | undefined;
  /** Told after each answer which block a quorum has, and which endpoints have it. */
  readonly onTip: (header: Header, holders: readonly Endpoint[]) => void;
}

/** The newest blocks of all endpoints. */
export interface Tips {
  /** Asks all endpoints at once, and often for a moment: a block was announced. */
  hurry(height: number): void;
  /** Asks all endpoints once more, as soon as those that are being asked have answered. */
  readonly wake: () => void;
}

interface Woken {
  /** Ends the pause of a member. */
  wake: () => void;
  /** Whether it is to be asked again without a pause. */
  isWoken: boolean;
}

interface Member<Header> extends Woken {
  readonly endpoint: Endpoint;
  /** Blocks of the endpoint by height; the highest is its newest. */
  readonly known: Map<number, Header>;
  tip: Header | undefined;
}

/**
 * Asks every endpoint for its newest block, each at its own pace, and tells which block a quorum
 * has: an endpoint that is frozen, behind, ahead of everybody, slow or broken changes nothing.
 *
 * @example
 * ```ts
 * import { createTips, type BlockPlace, type TipsOptions } from '@portage/chain-kit';
 *
 * const follow = (options: TipsOptions<BlockPlace>) =>
 *   createTips({ ...options, onTip: ({ height }) => console.log(height) });
 * ```
 */
export function createTips<Header extends BlockPlace>(options: TipsOptions<Header>): Tips {
  const { endpoints, quorum, clock, signal, digestOf } = options;
  const members = endpoints.map((endpoint) => createMember<Header>(endpoint));
  let hurry = { height: -1, until: -Infinity };

  async function agreeAt(height: number): Promise<boolean> {
    const told = new Map<Endpoint, Header>();
    const ask = async (endpoint: Endpoint, stop: AbortSignal): Promise<readonly [string?]> => {
      const member = members.find((candidate) => candidate.endpoint === endpoint);
      if (member === undefined || (member.tip?.height ?? -1) < height) return [];
      const header = member.known.get(height) ?? (await options.readAt(endpoint, height, stop));
      if (header === undefined) return [];
      member.known.set(height, header);
      told.set(endpoint, header);
      return [digestOf(header)];
    };
    const [agreed] = await quorum.read({ subject: 'head', items: 1, ask }, signal);
    const holders = endpoints.filter((endpoint) => {
      const header = told.get(endpoint);
      return header !== undefined && digestOf(header) === agreed;
    });
    const header = holders[0] === undefined ? undefined : told.get(holders[0]);
    if (header !== undefined) options.onTip(header, holders);
    return header !== undefined;
  }

  async function agree(): Promise<void> {
    // The newest height of an endpoint that is wrong may lie between those of others.
    for (const height of candidatesOf(members, quorum.needed)) if (await agreeAt(height)) return;
  }

  const consider = createSingleRun(agree);

  function pauseMs({ tip }: Member<Header>, failures: number): number {
    const usual = options.pollMs();
    if (failures > 0) return Math.max(usual, Math.min(usual * 2 ** failures, restMsMax));
    const isLate = clock() < hurry.until && (tip?.height ?? -1) < hurry.height;
    return isLate ? Math.min(hurriedPollMs, usual) : usual;
  }

  async function follow(member: Member<Header>): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      member.isWoken = false;
      if (options.isLeft?.() === true) {
        await pause(member, options.pollMs(), signal);
        continue;
      }
      try {
        const read = (stop: AbortSignal): Promise<Header> => options.readTip(member.endpoint, stop);
        const tip = await withDeadline(read, options.deadlineMs, signal);
        if (tip.hash !== member.tip?.hash) member.known.clear();
        member.known.set(tip.height, tip);
        member.tip = tip;
        failures = 0;
        consider();
      } catch {
        failures += 1;
      }
      await pause(member, pauseMs(member, failures), signal);
    }
  }

  signal.addEventListener('abort', () => wakeAll(members), { once: true });
  for (const member of members) void follow(member);
  return {
    hurry: (height) => {
      hurry = { height, until: clock() + hurryMs };
      wakeAll(members);
    },
    wake: () => {
      for (const member of members) member.isWoken = true;
      wakeAll(members);
    },
  };
}

function createMember<Header>(endpoint: Endpoint): Member<Header> {
  return { endpoint, known: new Map(), tip: undefined, wake: () => undefined, isWoken: false };
}

function wakeAll(members: readonly Woken[]): void {
  for (const { wake } of members) wake();
}

/** Waits, unless the member is woken before. */
function pause(member: Woken, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, signal.aborted || member.isWoken ? 0 : ms);
    member.wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

/** Heights that a quorum may have, newest first. */
function candidatesOf(
  members: readonly Pick<Member<BlockPlace>, 'tip'>[],
  needed: number,
): readonly number[] {
  const heights = members
    .flatMap(({ tip }) => tip?.height ?? [])
    .sort((a, b) => b - a)
    .slice(needed - 1);
  return [...new Set(heights)];
}

/** Runs work once at a time; a call meanwhile has it run again. Work that fails is left at that. */
function createSingleRun(work: () => Promise<void>): () => void {
  let isRunning = false;
  let isWanted = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      await work().catch(() => undefined);
    }
    isRunning = false;
  };
  return () => {
    isWanted = true;
    if (!isRunning) void run();
  };
}
