import { Buffer } from 'node:buffer';
import type { Deposits } from '@portage/core/chain';
import { deposit, type DepositoryAddresses } from '@portage/solana/program';
import type { SolanaTransactionData, WireInstruction } from '@portage/solana/transaction';
import { setComputeUnitLimit, setComputeUnitPrice } from '@portage/solana/transaction';
import type { Instruction } from '@portage/solana/transaction';
import { checkTransactionSize } from '@portage/solana/transaction';
import { computeUnitLimit } from '../gas/computeUnits.js';

/** Options of {@link createDeposits}. */
export interface DepositsOptions {
  readonly chainId: number;
  readonly chainName: string;
  readonly depository: string;
  readonly addresses: DepositoryAddresses;
  readonly symbolOf: (currency: string) => string;
  /** Micro-lamports for each compute unit, from memory; 0 while it is not known. */
  readonly price: () => bigint;
}

/**
 * The one step that pays an order: an instruction of the depository under the order id, with the
 * payer as depositor, and a limit and a price of compute units where they are wished for. It is
 * measured as it will be signed.
 *
 * @throws PortageError `SOLANA_TX_TOO_LARGE`
 */
export function createDeposits(options: DepositsOptions): Deposits {
  const { chainId, depository, addresses } = options;
  return {
    depository,
    takesFeePayer: true,
    steps: ({
      requestId,
      orderId,
      payer,
      currency,
      amount,
      feePayer,
      computeUnitLimit: isLimited,
    }) => {
      const price = options.price();
      const instructions = [
        ...(isLimited === true
          ? [setComputeUnitLimit(computeUnitLimit({ type: 'deposit', currency }))]
          : []),
        ...(isLimited === true && price > 0n ? [setComputeUnitPrice(price)] : []),
        deposit(
          { depository, sender: payer, depositor: payer, currency, amount, id: orderId },
          addresses,
        ),
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
          id: 'deposit',
          action: 'Confirm transaction in your wallet',
          description: `Deposit ${options.symbolOf(currency)} on ${options.chainName}`,
          kind: 'transaction',
          requestId,
          depositAddress: '',
          items: [
            {
              status: 'incomplete',
              data: { ...data },
              check: { endpoint: `/intents/status/v3?requestId=${requestId}`, method: 'GET' },
            },
          ],
        },
      ];
    },
  };
}

function wireInstruction({ programId, keys, data }: Instruction): WireInstruction {
  return { keys, programId, data: Buffer.from(data).toString('hex') };
}
