import type { Effect } from '@portage/core';
import { judgeAllowance, judgePermit, type PermitRules } from './permitRules.js';
import { refuse } from './failCheck.js';
import { judgeSettlement, type SettlementRules } from './settlementRules.js';
import type { Side } from './trustedChain.js';

/** What a wallet may be asked to do for one request. */
export interface EffectRules {
  readonly origin: Side;
  /** Whose money it is. */
  readonly user: string;
  /** What leaves the wallet, once. */
  readonly currency: string;
  readonly amount: bigint;
  /** Who may be allowed to take it. */
  readonly spenders: readonly string[];
  /** How it is paid in; absent where something else than a deposit is asked for. */
  readonly deposit?: { readonly depository: string; readonly orderId: string } | undefined;
  /** The order's own address; absent where the order is paid otherwise. */
  readonly depositAddress?: string | undefined;
  /** How it is swapped; absent where no swap is asked for. */
  readonly swap?: { readonly contract: string; readonly settlement: SettlementRules } | undefined;
  /** Where a permit was asked for. */
  readonly permit?: PermitRules | undefined;
  /** Whether unreadable effects are accepted. */
  readonly allowUnknownEffects: boolean;
}

/** Judges everything that a wallet is asked to do for one request. */
export interface EffectJudge {
  /** @throws PortageError `QUOTE_VERIFICATION_FAILED` (`effects`, `depository`, `amount`, …) */
  judge(effects: readonly Effect[]): void;
  /** How many payments have been judged so far. */
  payments(): number;
}

/**
 * Makes the one policy for every VM: approvals of the exact amount for a trusted contract, one
 * payment of the exact amount (a deposit under this order id, a transfer to its own address, or a
 * swap that must end in one, or in what was asked for), and nothing else.
 */
export function createEffectJudge(rules: EffectRules): EffectJudge {
  let payments = 0;
  const judgeOne = (effect: Effect): void => {
    if (effect.type === 'unknown') {
      if (rules.allowUnknownEffects) return;
      refuse('effects', {
        message: `something that cannot be read would be signed: ${effect.reason}`,
        hint: 'Pass allowUnknownEffects only if you can judge it yourself.',
        actual: effect,
      });
    }
    if (effect.chainId !== rules.origin.chain.id)
      refuse('chain', {
        message: 'something on another chain would be signed.',
        expected: rules.origin.chain.id,
        actual: effect,
      });
    if (effect.type === 'payment' && rules.depositAddress === undefined)
      refuse('effects', { message: 'a payment without order id would be signed.', actual: effect });
    if (!rules.origin.sameCurrency(effect.currency, rules.currency))
      refuse('currency', {
        message: 'another currency would be spent.',
        expected: rules.currency,
        actual: effect,
      });
    if (effect.type === 'approval') {
      judgeSpender(effect.spender, rules.spenders, rules.origin);
      // Some tokens want an allowance set to zero before it is set anew.
      if (effect.amount !== 0n) judgeAmount(effect.amount, rules.amount);
      return;
    }
    judgeAmount(effect.amount, rules.amount);
    if (effect.type === 'permit' && effect.isAllowance === true) {
      judgeAllowance(effect, rules.permit);
      return;
    }
    payments += 1;
    if (payments > 1)
      refuse('effects', { message: 'the money would be taken more than once.', actual: effect });
    if (effect.type === 'permit') judgePermit(effect, rules.permit);
    else if (effect.type === 'swap') judgeSwap(effect, rules);
    else if (effect.type === 'payment') judgePayment(effect, rules);
    else judgeDeposit(effect, rules);
  };
  return {
    judge: (effects) => {
      for (const effect of effects) judgeOne(effect);
    },
    payments: () => payments,
  };
}

function judgeDeposit(
  effect: Extract<Effect, { type: 'deposit' }>,
  { origin, deposit, user }: EffectRules,
): void {
  if (deposit === undefined)
    refuse('effects', {
      message: 'a deposit would be signed that was not asked for.',
      actual: effect,
    });
  if (!origin.sameAccount(effect.depository, deposit.depository))
    refuse('depository', {
      message: 'the deposit goes to another account.',
      expected: deposit.depository,
      actual: effect.depository,
    });
  if (effect.orderId.toLowerCase() !== deposit.orderId.toLowerCase())
    refuse('order-id', {
      message: 'the deposit pays another order.',
      expected: deposit.orderId,
      actual: effect.orderId,
    });
  if (!origin.sameAccount(effect.depositor, user))
    refuse('effects', {
      message: 'the deposit is in the name of somebody else.',
      expected: user,
      actual: effect.depositor,
    });
}

function judgePayment(
  effect: Extract<Effect, { type: 'payment' }>,
  { origin, depositAddress }: EffectRules,
): void {
  if (depositAddress === undefined || !origin.sameAccount(effect.recipient, depositAddress))
    refuse('deposit-address', {
      message: 'the payment goes to another account than the deposit address of the order.',
      expected: depositAddress,
      actual: effect.recipient,
    });
}

function judgeSwap(effect: Extract<Effect, { type: 'swap' }>, { origin, swap }: EffectRules): void {
  if (swap === undefined)
    refuse('effects', {
      message: 'money would be given for a swap that was not asked for.',
      actual: effect,
    });
  if (!origin.sameAccount(effect.contract, swap.contract))
    refuse('effects', {
      message: 'the swap is made by a contract that is not in the trusted list.',
      expected: swap.contract,
      actual: effect.contract,
    });
  judgeSettlement(effect.settlement, swap.settlement);
}

function judgeSpender(spender: string, trusted: readonly string[], origin: Side): void {
  if (!trusted.some((account) => origin.sameAccount(account, spender)))
    refuse('effects', {
      message: 'somebody who is not trusted would be allowed to spend.',
      expected: trusted,
      actual: spender,
    });
}

function judgeAmount(actual: bigint, expected: bigint): void {
  if (actual !== expected)
    refuse('amount', { message: 'another amount would be spent or allowed.', expected, actual });
}
