import { randomBytes } from 'node:crypto';
import { createWalletClient, custom, type Account, type Chain, type WalletClient } from 'viem';

/** Transaction as a wallet is asked to send it. */
export interface SentTransaction {
  readonly hash: string;
  readonly data: string;
}

/** Account and chain of a wallet, and the listener for its transactions. */
export interface InstantWalletOptions {
  readonly account: Account['address'];
  readonly chain: Chain;
  readonly onSent: (transaction: SentTransaction) => void;
}

/**
 * Viem wallet whose provider answers at once. It signs and sends nothing, and every transaction is
 * mined on the first question, so the time of an execution is the client's own.
 */
export function createInstantWallet(options: InstantWalletOptions): WalletClient {
  const { account, chain, onSent } = options;
  const answers: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    eth_chainId: () => `0x${chain.id.toString(16)}`,
    eth_accounts: () => [account],
    eth_blockNumber: () => '0x10',
    eth_getTransactionCount: () => '0x0',
    eth_gasPrice: () => '0x3b9aca00',
    eth_estimateGas: () => '0x186a0',
    eth_call: () => '0x',
    wallet_switchEthereumChain: () => null,
    eth_sendTransaction: ([transaction]) => {
      const hash = `0x${randomBytes(32).toString('hex')}`;
      onSent({ hash, data: dataOf(transaction) });
      return hash;
    },
    eth_getTransactionReceipt: ([hash]) => receipt(String(hash), account),
  };
  const request = ({
    method,
    params,
  }: {
    readonly method: string;
    readonly params?: unknown;
  }): Promise<unknown> => {
    const answer = answers[method];
    // Error of EIP-1193 for a method that a wallet does not know.
    if (answer === undefined)
      return Promise.reject(
        Object.assign(new Error(`The wallet does not know ${method}.`), { code: 4200 }),
      );
    return Promise.resolve(answer(Array.isArray(params) ? params : []));
  };
  return createWalletClient({ account, chain, transport: custom({ request }) });
}

function dataOf(transaction: unknown): string {
  if (
    typeof transaction === 'object' &&
    transaction !== null &&
    'data' in transaction &&
    typeof transaction.data === 'string'
  )
    return transaction.data;
  throw new Error('The wallet was asked to send something without data.');
}

function receipt(hash: string, from: string): Readonly<Record<string, unknown>> {
  const zero = `0x${'0'.repeat(40)}`;
  return {
    transactionHash: hash,
    transactionIndex: '0x0',
    blockHash: `0x${'1'.repeat(64)}`,
    blockNumber: '0x10',
    from,
    to: zero,
    contractAddress: null,
    cumulativeGasUsed: '0x5208',
    gasUsed: '0x5208',
    effectiveGasPrice: '0x3b9aca00',
    logs: [],
    logsBloom: `0x${'0'.repeat(512)}`,
    status: '0x1',
    type: '0x2',
  };
}
