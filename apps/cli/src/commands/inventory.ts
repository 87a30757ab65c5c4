import type { Settlement } from '@portage/settlement';
import { exitCodes, type ExitCode } from '../exitCodes.js';
import { withSettlement, type DataOptions } from '../serviceDatabase.js';
import type { Session } from '../session.js';

type Held = Awaited<ReturnType<Settlement['inventory']['all']>>[number];
type Transfer = Awaited<ReturnType<Settlement['transfers']['recent']>>[number];
type Target = Awaited<ReturnType<Settlement['transfers']['targets']>>[number];
type Due = Awaited<ReturnType<Settlement['collections']['earnings']>>[number];

/** What is listed, all of it read at once. */
interface Listing {
  readonly held: readonly Held[];
  readonly due: readonly Due[];
  readonly transfers: readonly Transfer[];
  readonly targets: readonly Target[];
}

/**
 * `portage inventory`: balances of senders by the books, with earnings that are to come home, what
 * is on its way from other chains, and what the operator wants there.
 */
export async function listInventory(
  { output, io }: Session,
  options: DataOptions,
): Promise<ExitCode> {
  const listing = await withSettlement(options, io, async (settlement): Promise<Listing> => ({
    held: await settlement.inventory.all(settlement),
    due: await settlement.collections.earnings(),
    transfers: (await settlement.transfers.recent()).filter(isOpen),
    targets: await settlement.transfers.targets(),
  }));
  if (listing.held.length === 0 && !output.json) output.result({}, ['Nothing was counted yet.']);
  for (const held of listing.held) {
    const { result, line } = describeHeld(held, listing);
    output.result(result, [line]);
  }
  for (const transfer of listing.transfers) {
    const { result, line } = describeTransfer(transfer);
    output.result(result, [line]);
  }
  return exitCodes.ok;
}

const isOpen = ({ state }: Transfer): boolean => state === 'sending' || state === 'in flight';

interface Described {
  readonly result: Readonly<Record<string, unknown>>;
  readonly line: string;
}

function describeHeld(
  { chainId, sender, currency, balance, reserved, isHalted = false }: Held,
  { due, transfers, targets }: Listing,
): Described {
  const isHere = (one: { readonly chainId: number; readonly currency: string }): boolean =>
    one.chainId === chainId && one.currency === currency;
  const coming = transfers
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
  const { free, due: home, inFlight } = amounts;
  return {
    result: {
      ...{ event: 'inventory', chainId, sender, currency, ...amounts, isHalted },
      ...(wanted === undefined ? {} : { target: String(wanted.target) }),
      ...(suggestion === undefined
        ? {}
        : { suggestion: { ...suggestion, amount: String(suggestion.amount) } }),
    },
    line: [
      `${String(chainId)}  ${currency}  free ${free}, promised ${amounts.reserved}, due ${home}`,
      inFlight === '0' ? '' : `, in flight ${inFlight}`,
      wanted === undefined ? '' : `, target ${String(wanted.target)}`,
      suggestion === undefined ? '' : `  ${suggestionText(suggestion)}`,
      isHalted ? '  HALTED: less was found than the books say' : '',
    ].join(''),
  };
}

function suggestionText({ amount, from, path }: NonNullable<Target['suggestion']>): string {
  if (from === undefined) return `LOW: bring in ${String(amount)}; no chain has it to spare`;
  const way = path === undefined ? 'there is no path' : `over ${path}`;
  return `LOW: bring ${String(amount)} from ${String(from)}, ${way}`;
}

function describeTransfer(transfer: Transfer): Described {
  const { id, path, purpose, lane, amount, received, state, ageMs, isLate } = transfer;
  const { origin, destination } = lane;
  const seconds = Math.round(ageMs / 1_000);
  const amounts = { amount: String(amount), received: String(received) };
  return {
    result: {
      ...{ event: 'transfer', id, path, purpose, origin, destination },
      ...{ ...amounts, state, seconds, isLate },
    },
    line: `${path}  ${amounts.amount} from ${String(origin.chainId)} to ${String(destination.chainId)}, ${state} for ${String(seconds)} s${isLate ? '  LATE' : ''}`,
  };
}
