import type { DepositAddresses } from '@portage/core/chain';
import { readList, readObject, type Rpc } from '@portage/chain-kit';
import { readPayments, type AddressPayment, type ListedTokens } from '../observe/readPayments.js';
import { placeOf } from '../rpc/balances.js';
import { readText } from '../rpc/parse.js';
import { transactionRequest } from '../rpc/requests.js';

type Payments = Required<Pick<DepositAddresses, 'payments' | 'paymentsIn'>>;

/** Newest transactions of one account that are searched. */
const transactionsMax = 20;

/** Endpoints, and the tokens whose transfers are looked for. */
export interface AddressPaymentsOptions extends ListedTokens {
  readonly rpc: Pick<Rpc, 'read'>;
}

/** Makes the search for the transfers of payers, by what accounts gained in transactions. */
export function createAddressPayments({ rpc, ...listed }: AddressPaymentsOptions): Payments {
  const paymentsOf = async (
    ids: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly AddressPayment[]> => {
    if (ids.length === 0) return [];
    const results = await rpc.read(
      ids.map((txId) => transactionRequest(txId, 'confirmed')),
      signal,
    );
    return ids.flatMap((txId, index) => readPayments(txId, results[index], listed));
  };
  return {
    payments: async (to, currencies, signal) => {
      const options = { commitment: 'confirmed', limit: transactionsMax };
      const lists = await rpc.read(
        currencies.map((currency) => ({
          method: 'getSignaturesForAddress',
          params: [placeOf(to, currency, listed.tokenProgramOf), options],
        })),
        signal,
      );
      const ids = new Set(lists.flatMap(readSignatures));
      const found = await paymentsOf([...ids], signal);
      return found
        .filter(({ address, currency }) => address === to && currencies.includes(currency))
        .sort((a, b) => a.height - b.height);
    },
    paymentsIn: (txId, signal) => paymentsOf([txId], signal),
  };
}

/** Transactions that did not fail. */
function readSignatures(list: unknown): readonly string[] {
  return readList(list, 'list of signatures').flatMap((value) => {
    const { signature, err } = readObject(value, 'signature');
    return err === null ? [readText(signature, 'signature')] : [];
  });
}
