import { PortageError, requestFault, type Step } from '@portage/core';
import type { Deposits, DepositStepsInput } from '@portage/core/chain';
import { readAgreed, type Quorum } from '@portage/chain-kit';
import { assetOf } from '@portage/exchange/codec';
import type { FeeMemory } from '../createFees.js';
import { answers, calls } from '../endpoint/requests.js';

/** Options of {@link createDeposits}. */
export interface DepositsOptions {
  readonly chainId: number;
  /** For the text of steps. */
  readonly chainName: string;
  /** Index of the account of the depository. */
  readonly depository: number;
  /** Accounts of ours, which deposit nothing. */
  readonly own: readonly number[];
  /** Symbols of the currencies, by their ids. */
  readonly symbols: ReadonlyMap<string, string>;
  readonly quorum: Quorum;
  readonly fees: FeeMemory;
}

/**
 * Deposits by a transfer that the payer signs with a key of its account. The memo is the request's
 * id; the payer pays the exchange's fee beside the amount.
 */
export function createDeposits(
  options: DepositsOptions,
): Pick<Deposits, 'depository' | 'namesRequest' | 'steps'> & Required<Pick<Deposits, 'forPayer'>> {
  const { depository, fees } = options;
  return {
    depository: String(depository),
    namesRequest: true,
    steps: (input) => {
      const usdcFee = fees.latest()?.value.refund;
      if (usdcFee === undefined) throw unknownFee();
      return [createStep(options, input, usdcFee)];
    },
    forPayer: async ({ payer }, signal) => {
      const usdcFee = await readFee(options, Number(payer), signal);
      return { steps: (input) => [createStep(options, input, usdcFee)] };
    },
  };
}

/**
 * Fee of the payer's transfer: the depository's own where hosts do not tell it. An account that
 * does not exist has none.
 */
async function readFee(
  { quorum, depository, own, fees }: DepositsOptions,
  payer: number,
  signal: AbortSignal,
): Promise<bigint> {
  if (own.includes(payer))
    throw requestFault('user', 'is an account of the service', {
      hint: 'Name the index of the account that pays.',
    });
  const fee = await readAgreed(
    quorum,
    {
      subject: 'fee',
      read: async ({ ask }, stop) => {
        const [account, told] = await ask(
          [calls.account(payer), calls.fee(payer, depository)],
          stop,
        );
        if (answers.account(account, payer) === undefined) return 'none';
        // A host may tell an account's fees to its owner alone.
        return told?.ok === false ? 'untold' : answers.fee(told);
      },
    },
    signal,
  );
  if (fee === 'none')
    throw requestFault('user', `is no account of the exchange: ${String(payer)}`, {
      hint: 'Look the index of the account up by the address of its owner.',
    });
  if (fee !== 'untold') return fee;
  const usual = fees.latest()?.value.refund;
  if (usual === undefined) throw unknownFee();
  return usual;
}

function unknownFee(): PortageError {
  return new PortageError('RPC_HTTP_ERROR', {
    message: 'No quorum of hosts of the exchange tells its fee.',
  });
}

function createStep(
  { chainId, chainName, depository, symbols }: DepositsOptions,
  { requestId, currency, amount }: DepositStepsInput,
  usdcFee: bigint,
): Step {
  const { assetIndex, routeType } = assetOf(currency);
  const parameters = {
    toAccountIndex: depository,
    assetIndex,
    fromRouteType: routeType,
    toRouteType: routeType,
    amount: exactNumber(amount, 'amount'),
    usdcFee: exactNumber(usdcFee, 'fee'),
    memo: requestId,
  };
  return {
    id: 'deposit',
    action: 'Sign the transfer with a key of your account',
    description: `Deposit ${symbols.get(currency) ?? currency} on ${chainName}`,
    kind: 'transaction',
    requestId,
    depositAddress: '',
    items: [
      {
        status: 'incomplete',
        data: { action: { type: 'transfer', parameters }, chainId },
        check: { endpoint: `/intents/status/v3?requestId=${requestId}`, method: 'GET' },
      },
    ],
  };
}

/** Amounts are numbers in an action, so they must be exact there. */
function exactNumber(amount: bigint, what: string): number {
  if (amount <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(amount);
  throw requestFault('amount', `has more digits than a ${what} of the exchange can have`, {
    hint: 'Pay in several parts.',
  });
}
