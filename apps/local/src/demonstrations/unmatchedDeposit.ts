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

/** Deposits of each family. */
const families: Readonly<Record<Place['vm'], DepositUnmatched>> = {
  evm: depositUnmatchedOnEvm,
  svm: depositUnmatchedOnSolana,
  bvm: depositUnmatchedOnBitcoin,
  lvm: depositUnmatchedOnExchange,
};

/** Pays a depository under an id that nobody has quoted; the id of the transaction. */
export async function depositUnmatched(
  context: DemonstrationContext,
  place: Place,
  amount: bigint,
): Promise<string> {
  return families[place.vm](context, place, amount);
}
