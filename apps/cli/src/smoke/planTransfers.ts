import { Money, type ChainInfo, type QuoteBody } from '@portage/sdk';
import { findFamily } from '../families/index.js';
import { currenciesOf, findChain, type Place } from '../transfer/currencies.js';
import { usageError } from '../usageError.js';

/** A transfer of a trial. */
export interface SmokeTransfer {
  /** As in `usdc@base>usdc@solana`. */
  readonly name: string;
  readonly from: Place;
  readonly to: Place;
  readonly tradeType: NonNullable<QuoteBody['tradeType']>;
  /** Smallest units of the side that counts as a dollar. */
  readonly amount: string;
}

/** Pairs to try, and how much each transfer is worth. */
export interface Pairs {
  /** `all`, or pairs with commas between, as in `base:solana,base:optimism`. */
  readonly pairs: string;
  /** USD as decimal text. */
  readonly usd: string;
  /** Whether USDC also goes to each currency that pools alone lead to. */
  readonly swaps?: boolean | undefined;
}

/** Token that counts as a dollar. */
const dollarId = 'usdc';

/**
 * Transfers along each pair of chains and back. A chain without USDC pays and is paid in its native
 * currency; a pair of two such chains is left out, because nothing there tells what a dollar is.
 *
 * @throws InvalidArgumentError
 */
export function planTransfers(
  chains: readonly ChainInfo[],
  { pairs, usd, swaps = false }: Pairs,
): readonly SmokeTransfer[] {
  const directed = pairsOf(chains, pairs).flatMap(([one, other]) => [
    [one, other] as const,
    [other, one] as const,
  ]);
  return [
    ...directed.flatMap(([one, other]) => transferOf(placeOn(one), placeOn(other), usd)),
    ...(swaps ? swapsOf(directed, usd) : []),
  ];
}

/** USDC to each currency that the solver does not trade, from the first chain that has a pair. */
function swapsOf(
  directed: readonly (readonly [ChainInfo, ChainInfo])[],
  usd: string,
): readonly SmokeTransfer[] {
  const paying = directed.filter(([one]) => placeOn(one).currency.id === dollarId);
  const first = paying.filter(
    ([, other], index) => paying.findIndex(([, each]) => each === other) === index,
  );
  return first.flatMap(([one, chain]) =>
    currenciesOf(chain)
      .filter(({ supportsBridging }) => !supportsBridging)
      .flatMap((currency) => transferOf(placeOn(one), { chain, currency }, usd)),
  );
}

function pairsOf(
  chains: readonly ChainInfo[],
  pairs: string,
): readonly (readonly [ChainInfo, ChainInfo])[] {
  if (pairs === 'all') {
    const open = chains.filter((chain) => !chain.disabled && findFamily(chain) !== undefined);
    return open.flatMap((one, index) =>
      open.slice(index + 1).map((other) => [one, other] as const),
    );
  }
  return pairs.split(',').map((pair) => {
    const [one = '', other = '', ...rest] = pair.trim().split(':');
    if (other === '' || rest.length > 0)
      throw usageError(`"${pair}" is not a pair of chains, as in base:solana.`);
    return [findChain(chains, one), findChain(chains, other)] as const;
  });
}

function transferOf(from: Place, to: Place, usd: string): readonly SmokeTransfer[] {
  const isExact = from.currency.id === dollarId;
  const dollar = isExact ? from : to;
  if (dollar.currency.id !== dollarId) return [];
  return [
    {
      name: `${nameOf(from)}>${nameOf(to)}`,
      from,
      to,
      tradeType: isExact ? 'EXACT_INPUT' : 'EXACT_OUTPUT',
      amount: Money.parse(usd, dollar.currency.decimals).toString(),
    },
  ];
}

function placeOn(chain: ChainInfo): Place {
  const dollar = currenciesOf(chain).find(({ id }) => id === dollarId);
  return { chain, currency: dollar ?? chain.currency };
}

function nameOf({ chain, currency }: Place): string {
  return `${currency.id}@${chain.protocol.v2.chainId}`;
}
