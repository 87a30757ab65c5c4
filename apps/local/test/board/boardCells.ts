import type { QuoteBody } from '@portage/core';
import { bitcoinChain, solanaChain, type Devnet } from '@portage/devnet';
import { findPlace } from '../../src/currencies.js';

/** Route of the board: a currency that is paid in, and one that is paid out. */
export interface BoardRoute {
  readonly name: string;
  readonly from: `${string}@${string}`;
  readonly to: `${string}@${string}`;
}

/** Routes of public boards: floats alone, pools on both sides, and two other families. */
export const boardRoutes: readonly BoardRoute[] = [
  { name: 'EVM to EVM, bridge', from: 'usdc@base', to: 'usdc@optimism' },
  { name: 'EVM to EVM, swap', from: 'dai@base', to: 'wbtc@optimism' },
  { name: 'EVM to Solana', from: 'usdc@base', to: 'sol@solana' },
  { name: 'EVM to Bitcoin', from: 'usdc@base', to: 'btc@bitcoin' },
];

/** Sizes of public boards, in whole USD. */
export const boardSizes: readonly number[] = [10, 1_000, 10_000];

/** One route at one size, with the request for its quote. */
export interface BoardCell {
  readonly route: string;
  readonly usd: number;
  readonly body: QuoteBody;
}

/** Accounts that pay and receive; who pays holds nothing, as on a page that only asks. */
function accountsOf({ description }: Devnet): Readonly<Record<string, string>> {
  const [base] = description.accounts;
  const [solana] = solanaChain(description).accounts;
  const [bitcoin] = bitcoinChain(description).accounts;
  return { evm: base?.address ?? '', svm: solana?.address ?? '', bvm: bitcoin?.address ?? '' };
}

/** Cells of the board on a devnet. Every input is a token of one USD. */
export function boardCells(
  devnet: Devnet,
  routes: readonly BoardRoute[] = boardRoutes,
  sizes: readonly number[] = boardSizes,
): readonly BoardCell[] {
  const accounts = accountsOf(devnet);
  return routes.flatMap(({ name, from, to }) => {
    const [origin, destination] = [findPlace(devnet, from), findPlace(devnet, to)];
    return sizes.map((usd) => ({
      route: name,
      usd,
      body: {
        user: accounts[origin.vm] ?? '',
        recipient: accounts[destination.vm],
        originChainId: origin.chainId,
        destinationChainId: destination.chainId,
        originCurrency: origin.address,
        destinationCurrency: destination.address,
        tradeType: 'EXACT_INPUT',
        amount: (BigInt(usd) * 10n ** BigInt(origin.decimals)).toString(),
      },
    }));
  });
}
