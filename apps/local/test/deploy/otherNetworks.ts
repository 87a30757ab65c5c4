import {
  bitcoinChain,
  createDevnet,
  solanaChain,
  type BitcoinDevnetChain,
  type ChainOption,
  type SolanaDevnetChain,
} from '@portage/devnet';
import { bitcoin, solana } from '@portage/networks';
import { startLiar, type Liar } from '../../../service/test/startLiar.js';

/** Units that an account gets on Solana. */
export interface SolanaGift {
  readonly sol: bigint;
  readonly usdc?: bigint;
}

/** A cluster that has the genesis hash and the USDC of Solana, and none of our programs in use. */
export interface TrialSolana {
  readonly chain: SolanaDevnetChain;
  /** Endpoint of another operator, which can show a program with another byte. */
  readonly second: Liar;
  /** Gives whole units to an address. */
  give(address: string, gift: SolanaGift): Promise<void>;
}

/** A regtest that stands in for Bitcoin. */
export interface TrialBitcoin {
  readonly chain: BitcoinDevnetChain;
  /** Gives an address a coin of some satoshi. */
  give(address: string, satoshi: bigint): Promise<void>;
}

/** Networks of other families in a trial, as far as it has them. */
export interface OtherNetworks {
  readonly solana?: TrialSolana | undefined;
  readonly bitcoin?: TrialBitcoin | undefined;
  stop(): Promise<void>;
}

const known: readonly ChainOption[] = [
  { vm: 'svm', id: solana.id, slug: solana.slug, name: solana.name },
  { vm: 'bvm', id: bitcoin.id, slug: bitcoin.slug, name: bitcoin.name },
];

/** Slugs of networks of other families than EVM that a trial may have. */
export const otherSlugs: readonly string[] = known.map(({ slug }) => slug);

/** Starts those of the named networks that are no EVM chains. */
export async function startOthers(slugs: readonly string[]): Promise<OtherNetworks> {
  const chains = known.filter(({ slug }) => slugs.includes(slug));
  if (chains.length === 0) return { stop: () => Promise.resolve() };
  const devnet = await createDevnet({
    chains,
    ports: chains.map(() => 0),
    controlPort: 0,
    solana: { genesisHash: solana.genesisHash, usdcMint: solana.tokens.usdc.address },
  });
  const has = (slug: string): boolean => chains.some((chain) => chain.slug === slug);
  const cluster = has(solana.slug) ? solanaChain(devnet.description) : undefined;
  const second = cluster === undefined ? undefined : await startLiar(cluster.rpcUrl);
  return {
    ...(cluster !== undefined &&
      second !== undefined && {
        solana: {
          chain: cluster,
          second,
          give: async (address, { sol, usdc = 0n }) => {
            const amounts = { native: sol * 10n ** 9n, usdc: usdc * 10n ** 6n };
            await devnet.solana().faucet(address, amounts);
          },
        },
      }),
    ...(has(bitcoin.slug) && {
      bitcoin: {
        chain: bitcoinChain(devnet.description),
        give: async (address, satoshi) => {
          await devnet.bitcoin().faucet(address, { native: satoshi });
        },
      },
    }),
    stop: async () => {
      await second?.close();
      await devnet.close();
    },
  };
}
