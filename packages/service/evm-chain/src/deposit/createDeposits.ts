import { assert, zeroAddress } from '@portage/core';
import type { DepositAddresses, Deposits, GaslessDeposits } from '@portage/core/chain';
import { permit2, type PlanContracts } from '@portage/evm/contracts';
import type { Fees } from '../gas/fees.js';
import type { Keccak } from '@portage/evm/abi';
import { createDirectDeposits, type DirectDepositsOptions } from './createDirectDeposits.js';
import { createItems } from './createItems.js';
import { createPermits, type PermitsOptions } from './createPermits.js';
import { createSends, type SendsOptions } from './createSends.js';
import { plainSteps } from './plainSteps.js';
import { swapDepositSteps, swapSteps } from './planSteps.js';

/** Contracts and features that deposit steps are made with. */
export interface DepositsOptions {
  readonly chainId: number;
  readonly chainName: string;
  readonly depository: string;
  /** Contracts that carry plans out; without them payers cannot swap. */
  readonly plans?: (PlanContracts & { readonly keccak: Keccak }) | undefined;
  /** Tokens that are taken with a signature; needs `plans`. */
  readonly permits?: Pick<PermitsOptions, 'tokens' | 'readNonce'> | undefined;
  /** Absent where nothing makes deposit addresses. */
  readonly addresses?: DepositAddresses | undefined;
  /** Absent where nothing is spent on the chain. */
  readonly gasless?: GaslessDeposits | undefined;
  /** Needed for plain transfers; without them none is offered. */
  readonly sends?: Pick<SendsOptions, 'keccak' | 'rpc'> | undefined;
  /** Needed for direct deposits; without them none is offered. */
  readonly direct?: Pick<DirectDepositsOptions, 'rpc' | 'tokens'> | undefined;
  readonly symbolOf: (currency: string) => string;
  /** Fees from memory; without any the wallet chooses them. */
  readonly fees: () => Fees | undefined;
}

/**
 * The steps that pay an order: for a token first an approval of the exact amount, then the deposit
 * under the order id, with the payer as depositor. Where a swap brings what is paid, the approval
 * is to the approval proxy and the deposit is a plan.
 */
export function createDeposits(options: DepositsOptions): Deposits {
  const { depository, addresses, gasless, plans } = options;
  const context = { ...options, items: createItems(options) };
  const sends =
    options.sends === undefined ? undefined : createSends({ ...context, ...options.sends });
  const direct =
    options.direct === undefined
      ? undefined
      : createDirectDeposits({ ...context, ...options.direct });
  const offer = (steps: Deposits['steps']) =>
    ({ depository, addresses, gasless, sends, direct, approvedTo, steps }) satisfies Deposits;
  const approvedTo: NonNullable<Deposits['approvedTo']> = ({ currency, by }) => {
    if (currency === zeroAddress) return undefined;
    if (by === 'deposit') return depository;
    if (by === 'swap') return plans?.approvalProxy;
    return options.permits?.tokens.get(currency)?.kind === 'permit2' ? permit2 : undefined;
  };
  if (plans === undefined)
    return offer((input) => {
      assert(input.swap === undefined, 'only a chain that takes swaps is asked for one');
      return plainSteps(input, context);
    });
  const planContext = { ...context, plans };
  const permits =
    options.permits === undefined || options.permits.tokens.size === 0
      ? undefined
      : createPermits({ ...context, ...plans, ...options.permits });
  return {
    ...offer((input) =>
      input.swap === undefined
        ? plainSteps(input, context)
        : swapDepositSteps({ ...input, swap: input.swap }, planContext),
    ),
    takesSwaps: true,
    ...(permits === undefined ? {} : { permits }),
    swapSteps: (input) => swapSteps(input, planContext),
  };
}
