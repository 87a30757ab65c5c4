import type { Place } from '../currencies.js';
import type { DemonstrationContext } from './demonstration.js';
import { depositUnmatchedOnBitcoin } from './bitcoinSide.js';
import { depositUnmatchedOnEvm } from './evmSide.js';
import { depositUnmatchedOnExchange } from './exchangeSide.js';
import { depositUnmatchedOnSolana } from './solanaSide.js';

type DepositUnmatched = (
  context: DemonstrationContext,
  place: Place,
  amount: bigint,
) => Promise<string>;

/** Deposits of each family; the exchange takes none that no order names. */
const families: Readonly<Partial<Record<Place['vm'], DepositUnmatched>>> = {
  evm: depositUnmatchedOnEvm,
  svm: depositUnmatchedOnSolana,
  bvm: depositUnmatchedOnBitcoin,
  lvm: depositUnmatchedOnExchange,
};

/** Pays a depository under an id that was never quoted; the id of the transaction. */
export async function depositUnmatched(
  context: DemonstrationContext,
  place: Place,
  amount: bigint,
): Promise<string> {
  const deposit = families[place.vm];
  if (deposit === undefined) throw new Error(`No deposit is made on ${place.slug}.`);
  return deposit(context, place, amount);
}
