import { zeroAddress, type DepositStepsInput } from '@portage/core';
import { selectors } from '@portage/evm/abi';
import { addressWord, uintWord } from '@portage/evm/abi';
import type { Fees } from '../gas/createFees.js';
import { gasLimit } from '../gas/gasUnits.js';
import { action, type ItemsOptions } from './createItems.js';

/** What the steps of plain deposits are printed from. */
export interface DepositTextOptions extends ItemsOptions {
  readonly chainName: string;
  readonly depository: string;
}

/** The texts around what differs between two deposits of one currency. */
interface CurrencyText {
  readonly approve: StepText;
  readonly deposit: StepText;
}

/** One step: before its request's id, between that and its payer, between its data and its fees. */
interface StepText {
  readonly head: string;
  readonly item: string;
  readonly gas: string;
}

/**
 * Prints the steps of plain deposits by templates; undefined of any other deposit. The plain twin
 * is `JSON.stringify` of what `createDeposits` makes by {@link createItems}: a test holds both to
 * the same text. Accounts, ids and calldata are hex by then; names of currencies and of the chain
 * are quoted once.
 */
export function createDepositText({
  chainId,
  chainName,
  depository,
  symbolOf,
  fees,
}: DepositTextOptions): (input: DepositStepsInput) => string | undefined {
  const stepText = (
    id: 'approve' | 'deposit',
    currency: string,
    description: string,
  ): StepText => ({
    head: `{"id":"${id}","action":"${action}","description":${JSON.stringify(description)},"kind":"transaction","requestId":"`,
    item: `","depositAddress":"","items":[{"status":"incomplete","data":{"from":"`,
    gas: `","gas":"${gasLimit({ type: id, currency }).toString()}","chainId":${String(chainId)}`,
  });
  // One for each currency that the chain lists: what is paid in has been looked up there.
  const texts = new Map<string, CurrencyText>();
  const textsOf = (currency: string): CurrencyText => {
    const known = texts.get(currency);
    if (known !== undefined) return known;
    const made = {
      approve: stepText('approve', currency, `Approve ${symbolOf(currency)} for the deposit`),
      deposit: stepText('deposit', currency, `Deposit ${symbolOf(currency)} on ${chainName}`),
    };
    texts.set(currency, made);
    return made;
  };

  return ({ requestId, orderId, payer, currency, amount, swap, depositAddress }) => {
    if (swap !== undefined || depositAddress !== undefined) return undefined;
    const { approve, deposit } = textsOf(currency);
    const feesText = renderFees(fees());
    const id = orderId.slice(2);
    const word = addressWord(payer);
    const check = `},"check":{"endpoint":"/intents/status/v3?requestId=${requestId}","method":"GET"}}]}]`;
    if (currency === zeroAddress) {
      return `[${deposit.head}${requestId}${deposit.item}${payer}","to":"${depository}","data":"${selectors.depositNative}${word}${id}","value":"${amount.toString()}${deposit.gas}${feesText}${check}`;
    }
    const sum = uintWord(amount);
    return (
      `[${approve.head}${requestId}${approve.item}${payer}","to":"${currency}","data":"${selectors.approve}${addressWord(depository)}${sum}","value":"0${approve.gas}${feesText}}}]},` +
      `${deposit.head}${requestId}${deposit.item}${payer}","to":"${depository}","data":"${selectors.depositErc20}${word}${addressWord(currency)}${sum}${id}","value":"0${deposit.gas}${feesText}${check}`
    );
  };
}

function renderFees(fees: Fees | undefined): string {
  return fees === undefined
    ? ''
    : `,"maxFeePerGas":"${fees.maxFeePerGas.toString()}","maxPriorityFeePerGas":"${fees.maxPriorityFeePerGas.toString()}"`;
}
