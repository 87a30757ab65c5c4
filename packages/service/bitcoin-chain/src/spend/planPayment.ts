import {
  dustLimit,
  orderMarkScript,
  scriptOf,
  type BitcoinNetwork,
} from '@portage/bitcoin/transaction';
import { PortageError } from '@portage/core';
import type { TransactionIntent } from '@portage/core/chain';
import { sumOf, type OwnedCoin } from '../coins/coin.js';
import { largestFirst } from '../coins/confirmCoins.js';
import type { Draft } from '../coins/selectCoins.js';
import type { SpendingKey } from './signTransaction.js';

/** Coins of the depository in one payment at most, so that nodes pass it on. */
const coinsMax = 200;

/** Keys that payments are made with. */
export interface PaymentKeys {
  readonly network: BitcoinNetwork;
  readonly solver: SpendingKey;
  /** Key of the depository. */
  readonly vault: SpendingKey;
}

/** Coins and outputs of a payment before its fee. */
export type Payment = Pick<Draft, 'inputs' | 'outputs'>;

/** Refusal of a payment for which there are no coins now. */
export function unfunded(what: string): PortageError {
  return new PortageError('SERVICE_UNAVAILABLE', {
    message: `The coins for a payment ${what}.`,
    hint: 'Coins are free again when a block has the transactions that wait.',
  });
}

/**
 * Coins and outputs of a payment: who is paid, then the mark, then what goes back to the
 * depository. The fee and the change of the solver come later.
 *
 * @param held - coins of the depository that may be spent, those first that are to be spent first:
 *   coins of a list are added to those of the lists before only where these are not enough
 * @throws PortageError `SERVICE_UNAVAILABLE` where the depository's coins are not enough now
 */
export function planPayment(
  { network, vault, solver }: PaymentKeys,
  intent: TransactionIntent,
  held: readonly (readonly OwnedCoin[])[],
): Payment {
  const mark = (depositor?: string): Draft['outputs'][number] => {
    const named = depositor === undefined ? {} : { depositor };
    const told = { orderIds: [intent.orderId], ...named };
    return { script: orderMarkScript(told, markForm(intent), network), value: 0n };
  };
  switch (intent.type) {
    case 'fill': {
      const { recipient, amount } = intent;
      return {
        inputs: [],
        outputs: [{ script: scriptOf(recipient, network), value: amount }, mark()],
      };
    }
    case 'refund': {
      const { recipient, amount, depositor } = intent;
      return fromVault(
        vault,
        held,
        { script: scriptOf(recipient, network), value: amount },
        mark(depositor),
      );
    }
    case 'collection':
      return fromVault(vault, held, { script: solver.script, value: intent.amount }, mark());
    case 'relay':
      throw unfunded('of a deposit address are not known');
  }
}

function markForm({ type }: TransactionIntent): 'text' | 'compact' {
  return type === 'fill' ? 'text' : 'compact';
}

/**
 * Coins of the depository for an amount, the smallest that are enough; the rest goes back there to
 * the satoshi. A rest that nodes would not pass on takes one coin more.
 */
function fromVault(
  { script }: SpendingKey,
  held: readonly (readonly OwnedCoin[])[],
  output: Draft['outputs'][number],
  mark: Draft['outputs'][number],
): Payment {
  for (const coins of held) {
    const inputs = chooseFor(output.value, coins, script);
    if (inputs === undefined) continue;
    const rest = sumOf(inputs) - output.value;
    return { inputs, outputs: [output, mark, ...(rest === 0n ? [] : [{ script, value: rest }])] };
  }
  throw unfunded('of the depository are not there');
}

/** The smallest coin that is enough, or the largest of them together. */
function chooseFor(
  amount: bigint,
  coins: readonly OwnedCoin[],
  script: Uint8Array,
): readonly OwnedCoin[] | undefined {
  const sorted = largestFirst(coins);
  const single = [...sorted].reverse().find(({ value }) => isWhole(value - amount, script));
  if (single !== undefined) return [single];
  let sum = 0n;
  for (const [index, { value }] of sorted.slice(0, coinsMax).entries()) {
    sum += value;
    if (isWhole(sum - amount, script)) return sorted.slice(0, index + 1);
  }
  return undefined;
}

/** Whether a rest is nothing, or an output that nodes pass on. */
function isWhole(rest: bigint, script: Uint8Array): boolean {
  return rest === 0n || rest >= dustLimit(script);
}
