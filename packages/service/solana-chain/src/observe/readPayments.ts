import type { DepositAddresses } from '@portage/core/chain';
import { isObject, malformedReply, readList, readObject } from '@portage/chain-kit';
import { solanaCodec } from '@portage/solana/codec';
import { placeOf } from '../rpc/balances.js';
import type { TokenProgramOf } from '../rpc/tokenPrograms.js';
import { readInteger, readText } from '../rpc/parse.js';
import { readKeys } from './readKeys.js';

/** A plain transfer to an address. */
export type AddressPayment = Awaited<ReturnType<NonNullable<DepositAddresses['payments']>>>[number];

/** Tokens of a chain whose transfers count. */
export interface ListedTokens {
  readonly mints: readonly string[];
  readonly tokenProgramOf: TokenProgramOf;
}

/** Amounts of accounts by their places in a transaction. */
type Amounts = ReadonlyMap<number, bigint>;

/**
 * Gains of accounts in a transaction, in SOL and in listed tokens, from the answer of
 * `getTransaction`; none of one that is not known or that failed. Of a token only the associated
 * account of its owner counts.
 *
 * @throws PortageError `RPC_HTTP_ERROR` when the answer is malformed
 */
export function readPayments(
  txId: string,
  result: unknown,
  { mints, tokenProgramOf }: ListedTokens,
): readonly AddressPayment[] {
  if (result === null || result === undefined) return [];
  const { slot, meta, transaction } = readObject(result, 'transaction');
  const outcome = readObject(meta, 'transaction');
  if (outcome['err'] !== null) return [];
  const keys = readKeys(readObject(transaction, 'transaction')['message'], outcome);
  const height = readInteger(slot, 'slot');
  const [before, after] = [readLamports(outcome, 'pre'), readLamports(outcome, 'post')];
  const native = keys.map((address, place) => ({
    address,
    currency: solanaCodec.nativeCurrency,
    amount: (after.get(place) ?? 0n) - (before.get(place) ?? 0n),
  }));
  const tokensBefore = new Map(
    readTokens(outcome, 'preTokenBalances').map(({ place, amount }) => [place, amount]),
  );
  const tokens = readTokens(outcome, 'postTokenBalances')
    .filter(
      ({ place, address, currency }) =>
        mints.includes(currency) && keys[place] === placeOf(address, currency, tokenProgramOf),
    )
    .map(({ place, address, currency, amount }) => ({
      address,
      currency,
      amount: amount - (tokensBefore.get(place) ?? 0n),
    }));
  return [...native, ...tokens]
    .filter(({ amount }) => amount > 0n)
    .map((gained) => ({ ...gained, txId, height }));
}

function readLamports(meta: Readonly<Record<string, unknown>>, when: 'pre' | 'post'): Amounts {
  const list = readList(meta[`${when}Balances`], 'balances');
  return new Map(list.map((value, place) => [place, BigInt(readInteger(value, 'balance'))]));
}

interface TokenBalance {
  readonly place: number;
  /** Owner of the account. */
  readonly address: string;
  readonly currency: string;
  readonly amount: bigint;
}

function readTokens(
  meta: Readonly<Record<string, unknown>>,
  member: 'preTokenBalances' | 'postTokenBalances',
): readonly TokenBalance[] {
  const told = meta[member];
  if (told === null || told === undefined) return [];
  return readList(told, 'token balances').flatMap((value) => {
    const { accountIndex, mint, owner, uiTokenAmount } = readObject(value, 'token balance');
    const amount = isObject(uiTokenAmount) ? uiTokenAmount['amount'] : undefined;
    if (typeof amount !== 'string' || !/^\d{1,20}$/.test(amount))
      throw malformedReply('token balance');
    // Old nodes tell no owner.
    if (typeof owner !== 'string') return [];
    return [
      {
        place: readInteger(accountIndex, 'place'),
        address: owner,
        currency: readText(mint, 'mint'),
        amount: BigInt(amount),
      },
    ];
  });
}
