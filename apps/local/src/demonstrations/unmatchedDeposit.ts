import type { Place } from '../currencies.js';
import type { DemonstrationContext } from './demonstration.js';
import { depositUnmatchedOnEvm } from './evmSide.js';

type DepositUnmatched = (
  context: DemonstrationContext,
  place: Place,
  amount: bigint,
) => Promise<string>;

/** Deposits of each family. */
const families: Readonly<Partial<Record<Place['vm'], DepositUnmatched>>> = {
  evm: depositUnmatchedOnEvm,
};

/** Pays a depository under an id that nobody has quoted; the id of the transaction. */
export async function depositUnmatched(
  context: DemonstrationContext,
  place: Place,
  amount: bigint,
): Promise<string> {
  const deposit = families[place.vm];
  if (deposit === undefined) throw new Error(`No deposit is made on ${place.slug}.`);
  return deposit(context, place, amount);
}
