import { Buffer } from 'node:buffer';
import type { Step } from '@portage/core';
import type { OriginSwap } from '@portage/core/chain';
import type { SolanaTransactionData, WireInstruction } from '@portage/solana/transaction';
import { setComputeUnitLimit, setComputeUnitPrice } from '@portage/solana/transaction';
import type { Instruction } from '@portage/solana/transaction';
import { checkTransactionSize } from '@portage/solana/transaction';
import { computeUnitLimit } from '../gas/computeUnits.js';

/** Chain whose steps are made. */
export interface PayingStepsOptions {
  readonly chainId: number;
  readonly chainName: string;
  readonly symbolOf: (currency: string) => string;
  /** Micro-lamports for each compute unit, from memory; 0 while it is not known. */
  readonly price: () => bigint;
}

/** A transaction of a payer, before it is a step. */
export interface PayingTransaction {
  readonly type: 'deposit' | 'send' | 'swap';
  readonly requestId: string;
  readonly payer: string;
  readonly currency: string;
  readonly feePayer: string | undefined;
  /** Whether instructions limit and price the computation. */
  readonly isLimited: boolean;
  readonly instructions: readonly Instruction[];
  /** Swap among the instructions; undefined without one. */
  readonly swap?: Pick<OriginSwap, 'currency' | 'gas'> | undefined;
  /** Deposit address that is paid by a plain transfer; absent where a program is called. */
  readonly address?: Pick<Step, 'depositAddress' | 'depositAddressId'> | undefined;
}

/** Labels of steps. */
const verbs = { deposit: 'Deposit', send: 'Send', swap: 'Swap' } as const;

/**
 * Makes the one step in which a payer pays, with a limit and a price of compute units where they
 * are wished for. It is measured as it will be signed.
 *
 * @throws PortageError `SOLANA_TX_TOO_LARGE`
 */
export function createPayingSteps({
  chainId,
  chainName,
  symbolOf,
  price: priceOf,
}: PayingStepsOptions): (transaction: PayingTransaction) => readonly Step[] {
  return ({
    type,
    requestId,
    payer,
    currency,
    feePayer,
    isLimited,
    address,
    swap,
    ...transaction
  }) => {
    const price = priceOf();
    const operation = address === undefined ? type : 'send';
    const units = computeUnitLimit({ type: operation, currency, swapGas: swap?.gas });
    const deposited = type === 'swap' ? '' : ' and deposit it';
    const description =
      swap === undefined
        ? `${verbs[operation]} ${symbolOf(currency)} on ${chainName}`
        : `Swap ${symbolOf(swap.currency)} for ${symbolOf(currency)}${deposited} on ${chainName}`;
    const instructions = [
      ...(isLimited ? [setComputeUnitLimit(units)] : []),
      ...(isLimited && price > 0n ? [setComputeUnitPrice(price)] : []),
      ...transaction.instructions,
    ];
    checkTransactionSize(feePayer ?? payer, instructions);
    const data: SolanaTransactionData = {
      instructions: instructions.map(wireInstruction),
      addressLookupTableAddresses: [],
      chainId,
      ...(feePayer === undefined ? {} : { feePayer }),
    };
    return [
      {
        id: type,
        action: 'Confirm transaction in your wallet',
        description,
        kind: 'transaction',
        requestId,
        depositAddress: '',
        ...address,
        items: [
          {
            status: 'incomplete',
            data: { ...data },
            check: { endpoint: `/intents/status/v3?requestId=${requestId}`, method: 'GET' },
          },
        ],
      },
    ];
  };
}

function wireInstruction({ programId, keys, data }: Instruction): WireInstruction {
  return { keys, programId, data: Buffer.from(data).toString('hex') };
}
