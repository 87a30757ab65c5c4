import type { Settlement } from '@portage/settlement';
import { exitCodes, type ExitCode } from '../exitCodes.js';
import { openNames, type BookedCurrency, type Names } from '../transfer/names.js';
import type { Paint } from '../output/paint.js';
import { withSettlement, type DataOptions } from '../serviceDatabase.js';
import type { Session } from '../session.js';

type Held = Awaited<ReturnType<Settlement['inventory']['all']>>[number];
type Rebalance = Awaited<ReturnType<Settlement['rebalances']['recent']>>[number];
type Target = Awaited<ReturnType<Settlement['rebalances']['targets']>>[number];
type Due = Awaited<ReturnType<Settlement['collections']['earnings']>>[number];

/** Records of the listing, all of them read at once. */
interface Listing {
  readonly held: readonly Held[];
  readonly due: readonly Due[];
  readonly rebalances: readonly Rebalance[];
  readonly targets: readonly Target[];
}

/**
 * `portage inventory`: balances of senders by the books, with earnings that are to be
 * collected, what is on its way from other chains, and what the operator wants there.
 */
export async function listInventory(session: Session, options: DataOptions): Promise<ExitCode> {
  const { output, io } = session;
  const listing = await withSettlement(options, io, async (settlement): Promise<Listing> => ({
    held: await settlement.inventory.all(settlement),
    due: await settlement.collections.earnings(),
    rebalances: (await settlement.rebalances.recent()).filter(isOpen),
    targets: await settlement.rebalances.targets(),
  }));
  const names = await openNames(session);
  if (listing.held.length === 0 && !output.json) output.result({}, ['Nothing was counted yet.']);
  for (const held of listing.held) {
    const { result, line } = describeHeld(held, listing, { names, paint: output.paint });
    output.result(result, [line]);
  }
  for (const rebalance of listing.rebalances) {
    const { result, line } = describeRebalance(rebalance, { names, paint: output.paint });
    output.result(result, [line]);
  }
  return exitCodes.ok;
}

const isOpen = ({ state }: Rebalance): boolean => state === 'sending' || state === 'in flight';

/** How lines for people name and colour things. */
interface Look {
  readonly names: Names;
  readonly paint: Paint;
}

interface Described {
  readonly result: Readonly<Record<string, unknown>>;
  readonly line: string;
}

function describeHeld(
  { chainId, sender, currency, balance, reserved, isHalted = false }: Held,
  { due, rebalances, targets }: Listing,
  { names, paint }: Look,
): Described {
  const isHere = (one: { readonly chainId: number; readonly currency: string }): boolean =>
    one.chainId === chainId && one.currency === currency;
  const coming = rebalances
    .filter(({ lane, recipient }) => isHere(lane.destination) && recipient === sender)
    .reduce((sum, { received }) => sum + received, 0n);
  const wanted = targets.find(isHere);
  const suggestion = wanted?.suggestion;
  const amounts = {
    balance: String(balance),
    reserved: String(reserved),
    free: String(balance - reserved),
    due: String(due.find(isHere)?.due ?? 0n),
    inFlight: String(coming),
  };
  const here = { chainId, currency };
  const shown = (amount: string): string => names.amount(here, BigInt(amount));
  return {
    result: {
      event: 'inventory',
      chainId,
      sender,
      currency,
      ...amounts,
      isHalted,
      ...(wanted === undefined ? {} : { target: String(wanted.target) }),
      ...(suggestion === undefined
        ? {}
        : { suggestion: { ...suggestion, amount: String(suggestion.amount) } }),
    },
    line: [
      `${names.chain(chainId)}  ${names.currency(here)}  free ${shown(amounts.free)}`,
      `, promised ${shown(amounts.reserved)}, due ${shown(amounts.due)}`,
      coming === 0n ? '' : `, in flight ${names.amount(here, coming)}`,
      wanted === undefined ? '' : `, target ${names.amount(here, wanted.target)}`,
      suggestion === undefined
        ? ''
        : `  ${paint.yellow(suggestionText(suggestion, { names, here }))}`,
      isHalted ? `  ${paint.red('HALTED: less was found than the books say')}` : '',
    ].join(''),
  };
}

function suggestionText(
  { amount, from, path }: NonNullable<Target['suggestion']>,
  { names, here }: { readonly names: Names; readonly here: BookedCurrency },
): string {
  const text = names.amount(here, amount);
  if (from === undefined) return `LOW: bring in ${text}; no chain has it to spare`;
  const way = path === undefined ? 'there is no path' : `over ${path}`;
  return `LOW: bring ${text} from ${names.chain(from)}, ${way}`;
}

function describeRebalance(rebalance: Rebalance, { names, paint }: Look): Described {
  const { id, path, purpose, lane, amount, received, state, ageMs, isLate } = rebalance;
  const { origin, destination } = lane;
  const seconds = Math.round(ageMs / 1_000);
  const amounts = { amount: String(amount), received: String(received) };
  return {
    result: {
      event: 'transfer',
      id,
      path,
      purpose,
      origin,
      destination,
      ...amounts,
      state,
      seconds,
      isLate,
    },
    line: [
      `${path}  ${names.amount(origin, amount)} from ${names.chain(origin.chainId)} to `,
      `${names.chain(destination.chainId)}, ${state} for ${String(seconds)} s`,
      isLate ? `  ${paint.red('LATE')}` : '',
    ].join(''),
  };
}
