import { zeroAddress, type EvmTransactionData } from '@portage/core';
import { readUint } from '../abi/reader.js';
import { eventTopics, tokenTopics } from '../abi/generated/topics.js';
import { addressWord } from '../abi/words.js';
import { noOrder } from '../contracts/plan.js';
import type { SentLog } from './sentTransaction.js';
import { transactionEffects } from './transactionEffects.js';

/**
 * Verdict of events on a verified call: `seen` where they show its effect; `elsewhere` where they
 * show that the account gave as much of the same currency to another recipient instead; `missing`
 * where they would show the effect and do not; `untold` where no event would.
 */
export type EffectSight = 'seen' | 'elsewhere' | 'missing' | 'untold';

/** Looks for the effect of a verified call in the events of a transaction that succeeded. */
export function sightOf(asked: EvmTransactionData, logs: readonly SentLog[]): EffectSight {
  const [effect] = transactionEffects(asked);
  if (effect === undefined) return 'untold';
  const account = asked.from.toLowerCase();
  switch (effect.type) {
    case 'deposit': {
      const { depository, orderId, depositor, currency, amount } = effect;
      const isDeposit = (log: SentLog): boolean =>
        log.address === depository &&
        isTopics(log, [eventTopics.deposit, orderId, `0x${addressWord(depositor)}`]) &&
        log.data.startsWith(`0x${addressWord(currency)}`) &&
        readUint(log.data.slice(2), 1) === amount;
      if (logs.some(isDeposit)) return 'seen';
      return gave(logs, { account, currency, amount }) ? 'elsewhere' : 'missing';
    }
    case 'payment': {
      const { recipient, currency, amount } = effect;
      if (currency === zeroAddress) return 'untold';
      const isPaid = (log: SentLog): boolean =>
        log.address === currency && isTransfer(log, { from: account, to: recipient, amount });
      if (logs.some(isPaid)) return 'seen';
      return gave(logs, { account, currency, amount }) ? 'elsewhere' : 'missing';
    }
    case 'approval': {
      const { spender, currency } = effect;
      const topics = [
        tokenTopics.approval,
        `0x${addressWord(account)}`,
        `0x${addressWord(spender)}`,
      ];
      return logs.some((log) => log.address === currency && isTopics(log, topics))
        ? 'seen'
        : 'missing';
    }
    case 'swap': {
      const { contract, settlement } = effect;
      const owner = `0x${addressWord(account)}`;
      const topics = [eventTopics.planExecuted, owner, settlement.orderId ?? noOrder];
      return logs.some((log) => log.address === contract && isTopics(log, topics))
        ? 'seen'
        : 'missing';
    }
    default:
      return 'untold';
  }
}

/** Amount of a currency that an account would give. */
interface Given {
  readonly account: string;
  readonly currency: string;
  readonly amount: bigint;
}

/**
 * Whether an account gave as much of a token at once. What is less may be the fee of a relayer that
 * sends transactions for smart accounts.
 */
function gave(logs: readonly SentLog[], { account, currency, amount }: Given): boolean {
  return logs.some(
    (log) =>
      log.address === currency &&
      isTopics(log, [tokenTopics.transfer, `0x${addressWord(account)}`]) &&
      readUint(log.data.slice(2), 0) >= amount,
  );
}

function isTransfer(
  log: SentLog,
  { from, to, amount }: { readonly from: string; readonly to: string; readonly amount: bigint },
): boolean {
  const topics = [tokenTopics.transfer, `0x${addressWord(from)}`, `0x${addressWord(to)}`];
  return isTopics(log, topics) && readUint(log.data.slice(2), 0) === amount;
}

function isTopics({ topics }: SentLog, wanted: readonly string[]): boolean {
  return wanted.every((topic, place) => topics[place] === topic);
}
