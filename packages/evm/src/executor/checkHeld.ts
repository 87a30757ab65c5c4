import { PortageError, zeroAddress } from '@portage/core';
import type { Effect } from '@portage/core/executor';
import { selectors } from '../abi/generated/selectors.js';
import { addressWord } from '../abi/words.js';
import type { Request } from './connection.js';
import { readWord } from './readWord.js';
import { wholeUnits } from './wholeUnits.js';

/** Allowances above are as good as unlimited, and no account holds so much. */
const holdingsMax = 2n ** 128n;

/** Amount of a currency that an account has to hold, smallest units. */
export interface Holding {
  readonly currency: string;
  readonly needed: bigint;
}

/** Account, and what takes the amount from it. */
export interface Holder {
  readonly chainId: number;
  readonly account: string;
  readonly to: string;
}

/** Tokens that effects take of an account; native currency and unlimited allowances left out. */
export function tokensOf(effects: readonly Effect[]): readonly Holding[] {
  return effects.flatMap((effect) =>
    effect.type === 'unknown' || effect.currency === zeroAddress || effect.amount >= holdingsMax
      ? []
      : [{ currency: effect.currency, needed: effect.amount }],
  );
}

/**
 * Whether an account holds what is taken from it, as far as that can be read. It is looked at
 * before the wallet is asked.
 *
 * @throws PortageError `INSUFFICIENT_FUNDS`
 */
export async function checkHeld(
  read: Request,
  { chainId, account, to }: Holder,
  holdings: readonly Holding[],
): Promise<void> {
  await Promise.all(
    holdings.map(async ({ currency, needed }) => {
      if (needed === 0n) return;
      const held = await readBalance(read, account, currency).catch(() => undefined);
      if (held === undefined || held >= needed) return;
      throw new PortageError('INSUFFICIENT_FUNDS', {
        message: await heldText(read, currency, { held, needed }),
        hint: 'Nothing was asked of the wallet. Fund the account, or ask for less.',
        context: { chainId, currency, held: held.toString(), needed: needed.toString(), to },
      });
    }),
  );
}

/** Both amounts in whole units, where the token tells its decimals; smallest units stand beside. */
async function heldText(
  read: Request,
  currency: string,
  { held, needed }: { readonly held: bigint; readonly needed: bigint },
): Promise<string> {
  const isNative = currency === zeroAddress;
  const told = isNative ? 18n : await readWord(read, currency, selectors.decimals);
  const named = isNative ? 'the native currency' : currency;
  const text = (amount: bigint): string =>
    told === undefined || told > 77n ? amount.toString() : wholeUnits(amount, Number(told));
  return `The account holds ${text(held)} of ${named}, and ${text(needed)} are needed (smallest units: ${held.toString()} and ${needed.toString()}).`;
}

async function readBalance(
  read: Request,
  account: string,
  currency: string,
): Promise<bigint | undefined> {
  if (currency !== zeroAddress)
    return await readWord(read, currency, `${selectors.balanceOf}${addressWord(account)}`);
  const quantity = await read('eth_getBalance', [account, 'latest']);
  return typeof quantity === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(quantity)
    ? BigInt(quantity)
    : undefined;
}
