import { isPortageError, PortageError, type ChainInfo } from '@portage/sdk';
import type { BitcoinNetwork } from '@portage/sdk/bitcoin';
import { usageError } from '../usageError.js';
import { endpointOf } from './endpointOf.js';
import type { Family, Holder, Signer } from './family.js';
import { isAddressOf } from './isAddressOf.js';

/**
 * Bitcoin; keys are 32 bytes of hex, or text of the wallet import format. The account is the
 * P2WPKH address of the key, and the endpoint is one of Esplora.
 */
export const bitcoinFamily: Family = {
  isAddress: async (text) => isAddressOf((await import('@portage/sdk/bitcoin')).bitcoinCodec, text),
  openSigner,
  readBalances,
};

const networks: readonly BitcoinNetwork[] = ['mainnet', 'testnet', 'regtest'];

async function openSigner(key: string, chain: ChainInfo): Promise<Signer> {
  const { createBitcoinExecutor, keyWallet } = await import('@portage/sdk/bitcoin');
  const network = await networkOf(chain);
  const wallet = openWallet(() => keyWallet(readKey(key), network));
  return {
    address: await wallet.address(),
    createExecutor: (chains, devnet) =>
      createBitcoinExecutor({
        wallet,
        network,
        url: endpointOf(chain.id, chains, devnet),
        chainId: chain.id,
      }),
  };
}

/** 32 bytes of hex as bytes; any other text is one of the wallet import format. */
function readKey(text: string): Uint8Array | string {
  const hex = text.replace(/^0x/, '');
  return /^[0-9a-fA-F]{64}$/.test(hex) ? Uint8Array.from(Buffer.from(hex, 'hex')) : text;
}

/** The same sentence for every text that is no key, without the text. */
function openWallet<Wallet>(open: () => Wallet): Wallet {
  try {
    return open();
  } catch (error) {
    if (!isPortageError(error)) throw error;
    throw usageError('The private key is neither 32 bytes of hex nor a key of this network (WIF).');
  }
}

/** Network of a chain, by the address of its depository. */
async function networkOf({ name, protocol }: ChainInfo): Promise<BitcoinNetwork> {
  const { createBitcoinCodec } = await import('@portage/sdk/bitcoin');
  const { depository = '' } = protocol.v2;
  const network = networks.find((each) => isAddressOf(createBitcoinCodec(each), depository));
  if (network === undefined)
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `The service names no depository on ${name}, so its network is not known.`,
      hint: 'Ask the operator of the service, or name another one with --url.',
    });
  return network;
}

async function readBalances({ chain, url, account }: Holder): Promise<ReadonlyMap<string, bigint>> {
  const answer = await fetch(`${url}/address/${account}`);
  if (!answer.ok)
    throw new PortageError('RPC_HTTP_ERROR', {
      message: `The endpoint of ${chain.name} answered with ${String(answer.status)}.`,
      hint: 'Name an endpoint of Esplora.',
    });
  // Esplora's own shape; amounts in satoshi.
  const { chain_stats: stats } = (await answer.json()) as {
    readonly chain_stats: { readonly funded_txo_sum: number; readonly spent_txo_sum: number };
  };
  const amount = BigInt(stats.funded_txo_sum) - BigInt(stats.spent_txo_sum);
  return new Map([[chain.currency.address, amount]]);
}
