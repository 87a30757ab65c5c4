import type { ChainInfo, CurrencyAmount, RequestEntry } from '@portage/core';
import type { Facts } from '../read/askFacts.js';
import { tool } from '../read/tool.js';
import { printToken, type LifiToken } from './printToken.js';

/** Side of a transfer: one transaction. Gas of others is not known, and is `0`. */
export interface LifiSide {
  readonly txHash: string;
  readonly chainId: number;
  readonly txLink: string;
  readonly amount?: string;
  readonly amountUSD?: string;
  readonly token?: LifiToken;
  readonly gasPrice: string;
  readonly gasUsed: string;
  readonly gasToken: LifiToken | undefined;
  readonly gasAmount: string;
  readonly gasAmountUSD: string;
  /** Unix seconds of the block. */
  readonly timestamp?: number;
}

/** Status of LI.FI's answers. */
export interface LifiStatus {
  readonly transactionId: string;
  readonly status: 'NOT_FOUND' | 'PENDING' | 'DONE' | 'FAILED';
  readonly substatus?: string;
  readonly substatusMessage: string;
  readonly tool: string;
  readonly sending: LifiSide | { readonly chainId: number | undefined; readonly txHash: string };
  readonly receiving: LifiSide | { readonly chainId: number | undefined };
  readonly feeCosts: readonly never[];
  readonly fromAddress: string;
  readonly toAddress: string;
  readonly lifiExplorerLink: string;
  readonly metadata: { readonly integrator: string };
}

/** Our statuses in LI.FI's words. */
const words = {
  waiting: ['NOT_FOUND', undefined, 'No payment was seen yet.'],
  expired: ['NOT_FOUND', undefined, 'No payment was seen in time.'],
  depositing: [
    'PENDING',
    'WAIT_SOURCE_CONFIRMATIONS',
    'The payment waits for its block to be final.',
  ],
  pending: ['PENDING', 'WAIT_DESTINATION_TRANSACTION', 'The payment is final; the payout is made.'],
  submitted: ['PENDING', 'WAIT_DESTINATION_TRANSACTION', 'The payout was sent.'],
  success: ['DONE', 'COMPLETED', 'The recipient was paid.'],
  refund: ['DONE', 'REFUNDED', 'The payment was given back.'],
  failure: ['FAILED', 'UNKNOWN_FAILED_ERROR', 'The request failed.'],
} as const satisfies Readonly<
  Record<RequestEntry['status'], readonly [LifiStatus['status'], string | undefined, string]>
>;

/** Request as a transfer of LI.FI's interface. */
export function printStatus(request: RequestEntry, facts: Facts): LifiStatus {
  const [status, substatus, substatusMessage] = words[request.status];
  const { currencyIn, currencyOut } = request.data.metadata ?? {};
  const [sent] = request.data.inTxs;
  const paid = request.data.outTxs.at(-1);
  const isRefund = request.status === 'refund';
  const received = isRefund ? request.data.refundCurrencyData : arrived(currencyOut, request);
  return {
    transactionId: request.id,
    status,
    ...(substatus === undefined ? {} : { substatus }),
    substatusMessage,
    tool,
    sending:
      sent === undefined
        ? { chainId: currencyIn?.currency.chainId, txHash: '' }
        : printSide(sent, currencyIn, facts),
    receiving:
      paid === undefined || status !== 'DONE'
        ? { chainId: currencyOut?.currency.chainId }
        : printSide(paid, received, facts),
    feeCosts: [],
    fromAddress: request.user,
    toAddress: request.recipient,
    lifiExplorerLink: '',
    metadata: { integrator: request.referrer ?? '' },
  };
}

/** Answer for a transaction of which nothing is known here. */
export function printUnknown(txHash: string): LifiStatus {
  const [status, , substatusMessage] = words.waiting;
  return {
    transactionId: '',
    status,
    substatusMessage,
    tool,
    sending: { chainId: undefined, txHash },
    receiving: { chainId: undefined },
    feeCosts: [],
    fromAddress: '',
    toAddress: '',
    lifiExplorerLink: '',
    metadata: { integrator: '' },
  };
}

/** The quoted output with the amount that arrived. Its value in USD is the quote's. */
function arrived(
  quoted: CurrencyAmount | undefined,
  { data: { amountOut } }: RequestEntry,
): CurrencyAmount | undefined {
  return quoted === undefined || amountOut === undefined
    ? quoted
    : { ...quoted, amount: amountOut };
}

function printSide(
  { hash, chainId, fee, timestamp }: RequestEntry['data']['inTxs'][number],
  moved: CurrencyAmount | undefined,
  { chains, rates }: Facts,
): LifiSide {
  const chain = chains.find(({ id }) => id === chainId);
  const gasToken = chain === undefined ? undefined : printToken(chain.currency, chainId, rates);
  return {
    txHash: hash,
    chainId,
    txLink: linkOf(chain, hash),
    ...(moved === undefined
      ? {}
      : {
          amount: moved.amount,
          amountUSD: moved.amountUsd,
          token: printToken(moved.currency, moved.currency.chainId, rates),
        }),
    gasPrice: '0',
    gasUsed: '0',
    gasToken,
    gasAmount: fee ?? '0',
    gasAmountUSD: '0',
    ...(timestamp === undefined ? {} : { timestamp }),
  };
}

function linkOf(chain: ChainInfo | undefined, hash: string): string {
  const explorer = chain?.explorerUrl ?? '';
  return explorer === '' ? '' : `${explorer.replace(/\/$/, '')}/tx/${hash}`;
}
