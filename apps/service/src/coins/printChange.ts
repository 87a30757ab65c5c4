import { Money } from '@portage/core';
import type { AskedChange } from './askForChange.js';
import type { PlannedCoins } from './planCoins.js';

/** Decimals of a rate: it is counted for a thousand virtual bytes. */
const rateDecimals = 3;

/** A planned change as JSON: amounts in smallest units as text, USD beside the fee. Pure. */
export function changeAsJson(
  { chain, sender, change, plan, feeMicroUsd }: PlannedCoins,
  asked?: AskedChange,
): Readonly<Record<string, unknown>> {
  const { inputs, outputs, fee, feeRate, coins, left, call } = plan;
  return {
    chain,
    sender,
    type: change.type,
    inputs: inputs.map((coin) => ({ ...coin, value: String(coin.value) })),
    outputs: outputs.map(String),
    fee: String(fee),
    feeUsd: feeMicroUsd === undefined ? null : Money.formatUsd(feeMicroUsd),
    feeMax: String(call.worth),
    feeRate: Money.format(feeRate, rateDecimals),
    coinsBefore: coins.before,
    coinsAfter: coins.after,
    left: String(left),
    asked:
      asked === undefined
        ? null
        : { ...asked, txId: asked.txId ?? null, reason: asked.reason ?? null },
  };
}

/** A planned change as lines for people. Pure. */
export function printChange(planned: PlannedCoins, asked?: AskedChange): string {
  const { chain, symbol, decimals, sender, change, plan, feeMicroUsd } = planned;
  const { inputs, outputs, fee, feeRate, coins, left, call } = plan;
  const shown = (amount: bigint): string => `${Money.format(amount, decimals)} ${symbol}`;
  const sum = (values: readonly bigint[]): bigint => values.reduce((all, one) => all + one, 0n);
  const usd = feeMicroUsd === undefined ? 'no price' : `${Money.formatUsd(feeMicroUsd)} USD`;
  const rest = outputs.length - (change.type === 'split' ? change.count : outputs.length);
  const lines = [
    `${change.type} on ${chain}, coins of ${sender}`,
    `in     ${counted(inputs.length)}, ${shown(sum(inputs.map(({ value }) => value)))}`,
    ...(change.type === 'split'
      ? [
          `out    ${counted(change.count)} of ${shown(change.value)}${rest > 0 ? `, and ${shown(outputs.at(-1) ?? 0n)} left over` : ''}`,
        ]
      : [`out    ${counted(outputs.length)}, ${shown(sum(outputs))}`]),
    `fee    ${String(fee)} satoshi (${usd}) at ${Money.format(feeRate, rateDecimals)} a virtual byte, ${String(call.worth)} at most`,
    `coins  ${String(coins.before)} before, ${String(coins.after)} afterwards, ${shown(left)}`,
    asked === undefined
      ? 'Nothing was sent. With --yes the worker carries this out.'
      : outcomeOf(asked),
  ];
  return `${lines.join('\n')}\n`;
}

function counted(count: number): string {
  return count === 1 ? '1 coin' : `${String(count)} coins`;
}

function outcomeOf({ id, state, txId, reason }: AskedChange): string {
  switch (state) {
    case 'sent':
    case 'done':
      return `Signed and stored as ${txId ?? ''}; the worker sends it until a block has it.`;
    case 'ended':
      return `The worker has not made it: its log tells why (order ${id}).`;
    case 'waiting':
      return reason === undefined
        ? `Asked for as ${id}: no worker has taken it yet. It is good for a day.`
        : `Asked for as ${id}, and waits: ${reason}. It is good for a day.`;
  }
}
