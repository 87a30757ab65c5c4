import { PortageError } from '@portage/core';
import type { Balances } from '@portage/core/chain';
import type { AllowanceCall, SpendAllowance } from '@portage/core/plugin';
import type { Quorum, Rpc } from '@portage/chain-kit';
import { addressWord, selectors, uintWord } from '@portage/evm/abi';
import { gasLimit } from '../gas/gasUnits.js';

/** Answer of a token that has no allowances. */
const untold = 'untold';
const uint256Max = 2n ** 256n - 1n;
/**
 * An allowance below this is renewed. Tokens that keep 96 bits, such as COMP and UNI, tell 2^96 - 1
 * of one without a limit; no inventory comes near it.
 */
const enoughAllowance = 2n ** 95n;

/** Contract that takes tokens of the solver. */
export interface Spender {
  readonly address: string;
  /** Whether payments go through it. */
  readonly isForPayments: boolean;
  readonly tokens: readonly string[];
}

/** Endpoints and contracts of the allowances. */
export interface AllowancesOptions {
  readonly rpc: Rpc;
  /** Tells the allowances: no endpoint alone may call for an approval. */
  readonly quorum: Quorum;
  /** Reads allowances by one endpoint; undefined of a token that tells none. */
  readonly readMany: (
    endpoint: Pick<Rpc, 'ask'>,
    ...asked: Parameters<NonNullable<Balances['readMany']>>
  ) => Promise<readonly (bigint | undefined)[]>;
  /** Account that grants them. */
  readonly sender: string;
  readonly spenders: readonly Spender[];
}

/** A token, and the contract that takes it. */
interface Place extends Pick<Spender, 'isForPayments'> {
  readonly token: string;
  readonly spender: string;
}

/**
 * Reads the allowances of the filler and of bridges. They are granted without a limit: both only
 * ever pull from their caller, so an allowance is of use to the solver alone. A rest is taken back
 * first where a token, such as USDT, takes no other amount before that.
 */
export function createAllowances(
  options: AllowancesOptions,
): (signal?: AbortSignal) => Promise<readonly SpendAllowance[]> {
  const places = options.spenders.flatMap(({ address, isForPayments, tokens }) =>
    tokens.map((token): Place => ({ token, spender: address, isForPayments })),
  );
  return async (signal) => {
    const amounts = await readAmounts(options, places, signal);
    const read = places.flatMap((place, index) => {
      const amount = amounts[index];
      return amount === undefined ? [] : [{ place, amount }];
    });
    const low = read.filter(({ amount }) => amount < enoughAllowance);
    const renewals = new Map(
      (await findRenewals(options, low, signal)).map((call, index) => [low[index]?.place, call]),
    );
    return read.map(({ place, amount }) => ({
      currency: place.token,
      spender: place.spender,
      isForPayments: place.isForPayments,
      amount,
      isLow: amount < enoughAllowance,
      renewal: renewals.get(place),
    }));
  };
}

/** Amounts by the word of a quorum; undefined of a token that tells none. */
async function readAmounts(
  { quorum, sender, readMany }: AllowancesOptions,
  places: readonly Place[],
  signal: AbortSignal | undefined,
): Promise<readonly (bigint | undefined)[]> {
  if (places.length === 0) return [];
  const asked = places.map(({ token, spender }) => ({ account: sender, currency: token, spender }));
  const amounts = await quorum.read(
    {
      subject: 'allowances',
      items: places.length,
      ask: async (endpoint, stop) =>
        (await readMany(endpoint, asked, stop)).map((amount) => amount?.toString() ?? untold),
    },
    signal,
  );
  return places.map((_, index) => {
    const told = amounts[index];
    if (told === undefined)
      throw new PortageError('RPC_HTTP_ERROR', {
        message: `No quorum of chain endpoints tells the same allowances of the solver ${sender}.`,
      });
    return told === untold ? undefined : BigInt(told);
  });
}

/** The call of each that its token would take now: a grant, or else that the rest is taken back. */
async function findRenewals(
  { rpc, sender: from }: AllowancesOptions,
  low: readonly { readonly place: Place; readonly amount: bigint }[],
  signal: AbortSignal | undefined,
): Promise<readonly (AllowanceCall | undefined)[]> {
  if (low.length === 0) return [];
  const tried = low.flatMap(({ place: { token, spender }, amount }) => [
    approval(token, spender, uint256Max),
    // Where nothing is left there is nothing to take back: the same question once more.
    approval(token, spender, amount === 0n ? uint256Max : 0n),
  ]);
  const replies = await rpc.ask(
    tried.map(({ to, data }) => ({ method: 'eth_call', params: [{ from, to, data }, 'latest'] })),
    signal,
  );
  return low.map((_, index) => {
    const taken = [2 * index, 2 * index + 1].find((place) => replies[place]?.ok === true);
    return taken === undefined ? undefined : tried[taken];
  });
}

function approval(token: string, spender: string, amount: bigint): AllowanceCall {
  return {
    to: token,
    data: `${selectors.approve}${addressWord(spender)}${uintWord(amount)}`,
    gasLimit: Number(gasLimit({ type: 'approve', currency: token })),
    isReset: amount === 0n,
  };
}
