import type { Demonstration } from './demonstration.js';
import {
  describe,
  expectThat,
  routeOf,
  transfer,
  type Transfer,
  type TransferOptions,
} from './transfer.js';

/** Swap to demonstrate. */
export interface SwapOptions extends Pick<TransferOptions, 'from' | 'to' | 'amount' | 'members'> {
  readonly name: string;
  readonly title: string;
  /** Further checks of the result. */
  readonly check: (done: Transfer) => string;
}

/**
 * Swaps through pools and checks the signed promise: at least the minimum arrives, whatever others
 * trade meanwhile.
 */
function swap({ name, title, check, ...route }: SwapOptions): Demonstration {
  return {
    name,
    title,
    run: async (context) => {
      const done = await transfer(context, route);
      const { currencyOut } = done.quote.details;
      expectThat(done.status === 'success', `the request succeeds (it ended as ${done.status})`);
      expectThat(
        done.received >= BigInt(currencyOut.minimumAmount),
        'the recipient got what was signed',
      );
      const via = check(done);
      return describe(done, {
        summary: `${routeOf(done)} (${via})`,
        checked:
          done.received === BigInt(currencyOut.amount)
            ? 'received = quoted'
            : 'received ≥ signed minimum',
      });
    },
  };
}

/**
 * Token that the solver does not trade, for another one that it does not hold, through pools of
 * both chains.
 */
export const swapTokenToToken: Demonstration = swap({
  name: 'swap-token-to-token',
  title: '2500 tDAI on base to tWBTC on optimism, through pools of both chains',
  from: 'dai@base',
  to: 'wbtc@optimism',
  amount: '2500',
  check: ({ quote: { details, protocol } }) => {
    const { origin, destination } = details.route;
    expectThat(
      protocol.v2?.orderData.output.chainId === 'optimism',
      'the order pays on the other chain',
    );
    expectThat(
      origin.router.startsWith('uniswap') && destination.router.startsWith('uniswap'),
      'both sides go through pools',
    );
    return `${origin.router} → ${origin.outputCurrency.currency.symbol} → ${destination.inputCurrency.currency.symbol} → ${destination.router}`;
  },
});

/** Swap within one chain, which the payer makes alone. */
export const swapSameChain: Demonstration = swap({
  name: 'swap-same-chain',
  title: '1200 USDC to tWBTC on base, in one transaction of the payer’s own',
  from: 'usdc@base',
  to: 'wbtc@base',
  amount: '1200',
  check: ({ quote, inTxHashes, txHashes }) => {
    expectThat(quote.protocol.v2 === undefined, 'nobody fills an order');
    expectThat(inTxHashes.length === 1 && inTxHashes[0] === txHashes[0], 'what pays is what swaps');
    return quote.details.route.origin.router;
  },
});

/** Swap within Solana, which the payer makes alone: SOL is wrapped on the way. */
export const solanaSwapSameChain: Demonstration = swap({
  name: 'solana-swap-same-chain',
  title: '0.3 SOL to PORT on Solana, in one transaction of the payer’s own',
  from: 'sol@solana',
  to: 'port@solana',
  amount: '0.3',
  check: ({ quote, inTxHashes, txHashes }) => {
    expectThat(quote.protocol.v2 === undefined, 'nobody fills an order');
    expectThat(inTxHashes.length === 1 && inTxHashes[0] === txHashes[0], 'what pays is what swaps');
    return quote.details.route.origin.router;
  },
});

/** Token of Solana that the solver does not hold: it swaps and pays in one transaction. */
export const solanaSwapDestination: Demonstration = swap({
  name: 'solana-swap-destination',
  title: '45 USDC on base to PORT on Solana, swapped by the transaction that pays',
  from: 'usdc@base',
  to: 'port@solana',
  amount: '45',
  check: ({ quote: { details }, txHashes }) => {
    const { destination } = details.route;
    expectThat(txHashes.length === 1, 'one transaction swaps and pays');
    return `${destination.inputCurrency.currency.symbol} → ${destination.router}`;
  },
});

/** The same by a venue of the shape of Jupiter's Swap API, whose instruction a swap key signs. */
export const solanaJupiter: Demonstration = swap({
  name: 'solana-jupiter',
  title: '47 USDC on base to PORT on Solana, swapped by an instruction of a Jupiter-shaped API',
  from: 'usdc@base',
  to: 'port@solana',
  amount: '47',
  members: { includedDestinationSwapSources: ['jupiter'] },
  check: ({ quote: { details }, txHashes }) => {
    const { destination } = details.route;
    expectThat(destination.router === 'jupiter', 'the venue that was asked swaps');
    expectThat(txHashes.length === 1, 'one transaction swaps and pays');
    return `${destination.inputCurrency.currency.symbol} → ${destination.router}`;
  },
});

/** Tokens that the solver does not trade on both sides, through pools of two families. */
export const solanaTokenToToken: Demonstration = swap({
  name: 'solana-token-to-token',
  title: '300 tDAI on base to PORT on Solana, through pools of both chains',
  from: 'dai@base',
  to: 'port@solana',
  amount: '300',
  check: ({ quote: { details } }) => {
    const { origin, destination } = details.route;
    expectThat(
      origin.router.startsWith('uniswap') && destination.router === 'test-pools',
      'both sides go through pools',
    );
    return `${origin.router} → ${origin.outputCurrency.currency.symbol} → ${destination.router}`;
  },
});

/**
 * Token of Solana that the solver does not trade: the payer swaps it and pays in one transaction.
 */
export const solanaSwapOrigin: Demonstration = swap({
  name: 'solana-swap-origin',
  title: '40 PORT on Solana, swapped and paid in by one transaction, to USDC on base',
  from: 'port@solana',
  to: 'usdc@base',
  amount: '40',
  check: ({ quote: { details, protocol }, inTxHashes }) => {
    const { origin } = details.route;
    expectThat(
      origin.outputCurrency.currency.symbol === 'USDC' && protocol.v2 !== undefined,
      'USDC pays the order',
    );
    expectThat(inTxHashes.length === 1, 'one transaction swaps and pays');
    return `${origin.router} → ${origin.outputCurrency.currency.symbol}`;
  },
});
