import type { BitcoinNetwork } from '@portage/bitcoin/codec';
import { scriptOf } from '@portage/bitcoin/transaction';
import { PortageError, type Step } from '@portage/core';
import type { Deposits, DepositStepsInput } from '@portage/core/chain';
import type { Esplora } from '../esplora/createEsplora.js';
import { readFirstEsplora } from '../esplora/readFirstEsplora.js';
import { checkPayer } from './checkPayer.js';
import { createDepositPsbt, type DepositTerms, type PayerFacts } from './planDeposit.js';
import { readPayerCoins } from './readPayerCoins.js';

/** Options of {@link createDeposits}. */
export interface DepositsOptions {
  readonly chainId: number;
  /** For the text of steps. */
  readonly chainName: string;
  readonly symbol: string;
  readonly network: BitcoinNetwork;
  /** Canonical address of the currency. */
  readonly currency: string;
  /** Address of the depository. */
  readonly vault: string;
  /** Address of the solver. */
  readonly solver: string;
  /** Endpoints that know the coins of addresses, in the order in which they are asked. */
  readonly esploras: readonly Esplora[];
  /** Market rate, satoshi for a thousand virtual bytes; undefined while it is not known. */
  readonly feeRate: () => bigint | undefined;
}

/**
 * Deposits out of the payer's own coins: one output to the depository, one that names the order.
 * The payer pays the fee of its transaction, which it may outbid as it likes.
 */
export function createDeposits(
  options: DepositsOptions,
): Pick<Deposits, 'depository' | 'steps'> & Required<Pick<Deposits, 'forPayer'>> {
  const { chainId, network, currency, vault, solver, esploras } = options;
  return {
    depository: vault,
    steps: (input) => {
      if (input.depositAddress !== undefined)
        return [createTransferStep(options, input, input.depositAddress)];
      throw new PortageError('UNSUPPORTED_FEATURE', {
        message:
          'A deposit on Bitcoin is made of the coins of its payer, which are not known here.',
        hint: 'Ask for a quote with the address that pays as "user".',
      });
    },
    forPayer: async ({ payer, publicKey }, signal) => {
      const checked = checkPayer({ payer, publicKey }, network, [vault, solver]);
      const feeRate = options.feeRate();
      if (feeRate === undefined)
        throw new PortageError('RPC_HTTP_ERROR', {
          message: 'No quorum of chain endpoints tells the fee rate.',
        });
      const account = { payer, script: checked.script };
      const coins = await readFirstEsplora(
        esploras,
        (esplora) => readPayerCoins(esplora, account, signal),
        signal,
      );
      const facts: PayerFacts = { ...checked, coins };
      const terms: DepositTerms = {
        chainId,
        network,
        currency,
        depository: vault,
        feeRate,
        vault: scriptOf(vault, network),
      };
      return {
        steps: ({ requestId, orderId, amount }) => [
          createStep(options, requestId, createDepositPsbt(facts, { orderId, amount }, terms)),
        ],
      };
    },
  };
}

/** A plain transfer by whatever wallet, or an exchange: it says who is paid and how much. */
function createTransferStep(
  { chainId, chainName, symbol }: DepositsOptions,
  { requestId, orderId, amount }: DepositStepsInput,
  depositAddress: string,
): Step {
  return {
    id: 'deposit',
    action: 'Confirm transaction in your wallet',
    description: `Send ${symbol} on ${chainName}`,
    kind: 'transaction',
    requestId,
    depositAddress,
    depositAddressId: orderId,
    items: [
      {
        status: 'incomplete',
        data: { to: depositAddress, value: amount.toString(), chainId },
        check: { endpoint: `/intents/status/v3?requestId=${requestId}`, method: 'GET' },
      },
    ],
  };
}

function createStep(
  { chainId, chainName, symbol }: DepositsOptions,
  requestId: string,
  psbt: string,
): Step {
  return {
    id: 'deposit',
    action: 'Confirm transaction in your wallet',
    description: `Deposit ${symbol} on ${chainName}`,
    kind: 'transaction',
    requestId,
    depositAddress: '',
    items: [
      {
        status: 'incomplete',
        data: { psbt, chainId },
        check: { endpoint: `/intents/status/v3?requestId=${requestId}`, method: 'GET' },
      },
    ],
  };
}
