import type { Transport } from '@portage/core/executor';
import { invalidAnswer, membersOf } from '../answer.js';
import { checkEnd } from './checkEnd.js';

/** Bound of what a withdrawal may cost. */
export interface FeeBound {
  /** Most that gas may take of the amount, smallest units. Default: a tenth of the amount. */
  readonly maxFee?: bigint | string | undefined;
}

/** Terms that the service adds to a withdrawal, and that its owner signs. */
export interface AddedTerms {
  /** Smallest units, decimal digits: the most that gas takes of the amount. */
  readonly fee: string;
  /** Unix seconds after which the signature is worth nothing. */
  readonly expiresAt: number;
}

const usualShare = 10n;

/**
 * Reads what the service adds to a withdrawal: exactly a fee and an end, nothing else. They are
 * made anew, so that the wallet is shown what was read here.
 *
 * @throws PortageError `INVALID_RESPONSE`
 */
export function readAddedTerms(
  data: unknown,
  amount: bigint,
  { maxFee, now }: FeeBound & Pick<Transport, 'now'>,
): AddedTerms {
  const { fee, expiresAt, ...others } = membersOf(data);
  if (typeof fee !== 'string' || !/^(?:0|[1-9][0-9]{0,77})$/.test(fee)) throw altered('no fee');
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw altered(`a member that is not known here: ${unknown.slice(0, 40)}`);
  const end = checkEnd(expiresAt, altered, { now });
  const most = maxFee === undefined ? amount / usualShare : BigInt(maxFee);
  if (BigInt(fee) >= amount) throw altered(`a fee of ${fee}, which leaves nothing of ${amount}`);
  if (BigInt(fee) > most)
    throw altered(
      `a fee of ${fee}, and at most ${most} is accepted`,
      `To accept it, withdraw with maxFee: '${fee}', or withdraw a larger amount.`,
    );
  return { fee, expiresAt: end };
}

function altered(what: string, hint = 'Nothing was signed. Ask the operator of the service.') {
  return invalidAnswer(`a withdrawal with ${what}`, hint);
}
