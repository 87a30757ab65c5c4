import { testCollectibleAbi } from '@portage/contracts';
import type { Quote, QuoteBody } from '@portage/core';
import { encodeFunctionData, parseEther, type Hex } from 'viem';

/** End of an order that its kind is made for. */
export type End = 'success' | 'refund';

/** Kind of order that a soak makes. */
export interface OrderKind {
  readonly name: string;
  readonly from: `${string}@${string}`;
  readonly to: `${string}@${string}`;
  /** Whole units of the input; for a call, of the output. */
  readonly amount: string;
  readonly end: End;
  /** Further members of the request. */
  readonly members?: (recipient: string) => Partial<QuoteBody>;
  /** Whether it is paid after its time. */
  readonly isLate?: boolean;
  /** Whether the recipient spends the payout, so that nothing of it is left. */
  readonly isSpent?: boolean;
  /** Secret of the API key that asks for the quote. */
  readonly apiKey?: string;
  /** Done with the quote before anything is paid. */
  readonly onQuote?: (quote: Quote) => Promise<void>;
}

/** Price of a test collectible, in ETH. */
const mintPrice = '0.001';

function call(collectible: Hex, data: Hex): Partial<QuoteBody> {
  return {
    tradeType: 'EXACT_OUTPUT',
    txs: [{ to: collectible, value: parseEther(mintPrice).toString(), data }],
    txsGasLimit: 150_000,
  };
}

/** Every kind, in turn: bridges of both families, swaps, permits, calls and refunds. */
export function orderKinds(collectible: Hex): readonly OrderKind[] {
  const mint = (recipient: string): Partial<QuoteBody> =>
    call(
      collectible,
      encodeFunctionData({
        abi: testCollectibleAbi,
        functionName: 'mint',
        // Recipients on EVM chains are hex.
        args: [recipient as Hex],
      }),
    );
  const mintSoldOut = (): Partial<QuoteBody> =>
    call(
      collectible,
      encodeFunctionData({
        abi: testCollectibleAbi,
        functionName: 'mintSoldOut',
        args: [collectible],
      }),
    );
  const late = { isLate: true, members: () => ({ ttl: 1 }), end: 'refund' } as const;
  const paid = { end: 'success' } as const;
  return [
    { name: 'bridge ETH', from: 'eth@base', to: 'eth@optimism', amount: '0.1', ...paid },
    { name: 'USDC to Solana', from: 'usdc@base', to: 'usdc@solana', amount: '75', ...paid },
    { name: 'swap twice', from: 'dai@base', to: 'wbtc@optimism', amount: '250', ...paid },
    {
      name: 'call',
      from: 'eth@base',
      to: 'eth@optimism',
      amount: mintPrice,
      members: mint,
      isSpent: true,
      ...paid,
    },
    { name: 'late refund', from: 'eth@optimism', to: 'usdc@base', amount: '0.2', ...late },
    { name: 'SOL to ETH', from: 'sol@solana', to: 'eth@base', amount: '2', ...paid },
    {
      name: 'permit',
      from: 'usdc@base',
      to: 'usdc@optimism',
      amount: '60',
      members: () => ({ usePermit: true }),
      ...paid,
    },
    { name: 'bridge USDC', from: 'usdc@optimism', to: 'usdc@base', amount: '40', ...paid },
    {
      name: 'call that reverts',
      from: 'eth@base',
      to: 'eth@optimism',
      amount: '0.01',
      members: mintSoldOut,
      end: 'refund',
    },
    { name: 'swap behind the fill', from: 'usdc@optimism', to: 'dai@base', amount: '30', ...paid },
    {
      name: 'deposit address',
      from: 'usdc@base',
      to: 'usdc@optimism',
      amount: '30',
      members: () => ({ useDepositAddress: true }),
      ...paid,
    },
    { name: 'late on Solana', from: 'usdc@solana', to: 'usdc@optimism', amount: '50', ...late },
  ];
}
