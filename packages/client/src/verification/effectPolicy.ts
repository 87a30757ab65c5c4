import type { Effect } from '@portage/core/executor';
import { checkAllowance, checkPermit, type PermitRules } from './permitRules.js';
import { failCheck } from './failCheck.js';
import { checkSettlement, type SettlementRules } from './settlementRules.js';
import type { TrustedChain } from './trustedChain.js';

/** A plain transfer that was asked for. */
export interface PaymentRules {
  readonly recipient: string;
  /** 32 bytes that the transaction must carry along; undefined for none. */
  readonly reference?: string | undefined;
  /** Check that another recipient fails. */
  readonly check: 'deposit-address' | 'recipient' | 'depository';
}

/** A swap that was asked for. */
export interface SwapRules {
  readonly contract: string;
  readonly settlement: SettlementRules;
  /** 32 bytes that a swap must carry along which carries any; undefined for none. */
  readonly reference?: string | undefined;
}

/** Effects that a wallet may be asked for, for one request. */
export interface EffectRules {
  readonly origin: TrustedChain;
  /** Owner of the money. */
  readonly user: string;
  /** Currency and amount that leave the wallet, once. */
  readonly currency: string;
  readonly amount: bigint;
  /** Contracts that may get an allowance. */
  readonly spenders: readonly string[];
  /** Deposit that was asked for; undefined where the order is paid otherwise. */
  readonly deposit?: { readonly depository: string; readonly orderId: string } | undefined;
  /** Transfer that was asked for; undefined where the order is paid otherwise. */
  readonly payment?: PaymentRules | undefined;
  /** Swap that was asked for; undefined without one. */
  readonly swap?: SwapRules | undefined;
  /** Permit that was asked for; undefined without one. */
  readonly permit?: PermitRules | undefined;
  /** Whether unreadable effects are accepted. */
  readonly allowUnknownEffects: boolean;
}

/** Checks everything that a wallet is asked to do for one request. */
export interface EffectPolicy {
  /** @throws PortageError `QUOTE_VERIFICATION_FAILED` (`effects`, `depository`, `amount`, …) */
  check(effects: readonly Effect[]): void;
  /** Number of payments that were checked so far. */
  payments(): number;
}

/**
 * Makes the policy, the same for every family. It allows approvals of the exact amount for a
 * trusted contract and one payment of the exact amount, and nothing else. A payment is a deposit
 * under this order id, the one transfer that was asked for, or a swap that must end in a deposit or
 * in what was asked for.
 */
export function createEffectPolicy(rules: EffectRules): EffectPolicy {
  let payments = 0;
  const checkEffect = (effect: Effect): void => {
    if (effect.type === 'unknown') {
      if (rules.allowUnknownEffects) return;
      failCheck('effects', {
        message: `something that cannot be read would be signed: ${effect.reason}`,
        hint: 'Pass allowUnknownEffects to accept it.',
        actual: effect,
      });
    }
    if (effect.chainId !== rules.origin.info.id)
      failCheck('chain', {
        message: 'something on another chain would be signed.',
        expected: rules.origin.info.id,
        actual: effect,
      });
    if (effect.type === 'payment' && rules.payment === undefined)
      failCheck('effects', {
        message: 'a payment without order id would be signed.',
        actual: effect,
      });
    if (!rules.origin.sameCurrency(effect.currency, rules.currency))
      failCheck('currency', {
        message: 'another currency would be spent.',
        expected: rules.currency,
        actual: effect,
      });
    if (effect.type === 'approval') {
      checkSpender(effect.spender, rules.spenders, rules.origin);
      // Some tokens want an allowance set to zero before it is set anew.
      if (effect.amount !== 0n) checkAmount(effect.amount, rules.amount);
      return;
    }
    checkAmount(effect.amount, rules.amount);
    if (effect.type === 'permit' && effect.isAllowance === true) {
      checkAllowance(effect, rules.permit);
      return;
    }
    payments += 1;
    if (payments > 1)
      failCheck('effects', { message: 'the money would be taken more than once.', actual: effect });
    if (effect.type === 'permit') checkPermit(effect, rules.permit);
    else if (effect.type === 'swap') checkSwap(effect, rules);
    else if (effect.type === 'payment') checkPayment(effect, rules);
    else checkDeposit(effect, rules);
  };
  return {
    check: (effects) => {
      for (const effect of effects) checkEffect(effect);
    },
    payments: () => payments,
  };
}

function checkDeposit(
  effect: Extract<Effect, { type: 'deposit' }>,
  { origin, deposit, user }: EffectRules,
): void {
  if (deposit === undefined)
    failCheck('effects', {
      message: 'a deposit would be signed that was not asked for.',
      actual: effect,
    });
  if (!origin.sameAccount(effect.depository, deposit.depository))
    failCheck('depository', {
      message: 'the deposit goes to another account.',
      expected: deposit.depository,
      actual: effect.depository,
    });
  if (effect.orderId.toLowerCase() !== deposit.orderId.toLowerCase())
    failCheck('order-id', {
      message: 'the deposit pays another order.',
      expected: deposit.orderId,
      actual: effect.orderId,
    });
  if (!origin.sameAccount(effect.depositor, user))
    failCheck('effects', {
      message: 'the deposit is in the name of another account.',
      expected: user,
      actual: effect.depositor,
    });
}

function checkPayment(
  effect: Extract<Effect, { type: 'payment' }>,
  { origin, payment, user }: EffectRules,
): void {
  if (payment === undefined || !origin.sameAccount(effect.recipient, payment.recipient))
    failCheck(payment?.check ?? 'effects', {
      message: 'the payment goes to another account.',
      expected: payment?.recipient,
      actual: effect.recipient,
    });
  if (effect.sender !== undefined && !origin.sameAccount(effect.sender, user))
    failCheck('effects', {
      message: 'another account would pay.',
      expected: user,
      actual: effect.sender,
    });
  if (effect.reference?.toLowerCase() !== payment.reference?.toLowerCase())
    failCheck('effects', {
      message: 'the payment is not that of this request.',
      expected: payment.reference,
      actual: effect.reference,
    });
}

function checkSwap(effect: Extract<Effect, { type: 'swap' }>, { origin, swap }: EffectRules): void {
  if (swap === undefined)
    failCheck('effects', {
      message: 'a swap would be signed that was not asked for.',
      actual: effect,
    });
  if (!origin.sameAccount(effect.contract, swap.contract))
    failCheck('effects', {
      message: 'the swap is made by a contract that is not in the trusted list.',
      expected: swap.contract,
      actual: effect.contract,
    });
  if (
    effect.reference !== undefined &&
    effect.reference.toLowerCase() !== swap.reference?.toLowerCase()
  )
    failCheck('effects', {
      message: 'the swap is not that of this request.',
      expected: swap.reference,
      actual: effect.reference,
    });
  checkSettlement(effect.settlement, swap.settlement);
}

function checkSpender(spender: string, trusted: readonly string[], origin: TrustedChain): void {
  if (!trusted.some((account) => origin.sameAccount(account, spender)))
    failCheck('effects', {
      message: 'a spender that is not trusted could take the tokens.',
      expected: trusted,
      actual: spender,
    });
}

function checkAmount(actual: bigint, expected: bigint): void {
  if (actual !== expected)
    failCheck('amount', { message: 'another amount would be spent.', expected, actual });
}
