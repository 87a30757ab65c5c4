import type { ChainInfo, Executor } from '@portage/sdk';
import {
  bitcoinCodec,
  createBitcoinCodec,
  createBitcoinExecutor,
  type BitcoinNetwork,
  type BitcoinWallet,
} from '@portage/sdk/bitcoin';

const networks: readonly BitcoinNetwork[] = ['mainnet', 'testnet', 'regtest'];

/** Executor of a wallet on the Bitcoin chain of a service. */
export function openExecutor(wallet: BitcoinWallet, chains: readonly ChainInfo[]): Executor {
  const chain = bitcoinChain(chains);
  const { id: chainId, httpRpcUrl: url } = chain;
  return createBitcoinExecutor({ wallet, network: networkOf(chain), url, chainId });
}

/** The Bitcoin chain of a service. */
export function bitcoinChain(chains: readonly ChainInfo[]): ChainInfo {
  const chain = chains.find(({ vmType }) => vmType === 'bvm');
  if (chain === undefined || chain.httpRpcUrl === '')
    throw new Error('The service names no endpoint of Bitcoin.');
  return chain;
}

/** Network of the chain, by the address of its depository. */
export function networkOf({ protocol, displayName }: ChainInfo): BitcoinNetwork {
  const { depository = '' } = protocol.v2;
  const network = networks.find((each) => {
    try {
      createBitcoinCodec(each).normalizeAddress(depository);
      return true;
    } catch {
      return false;
    }
  });
  if (network === undefined)
    throw new Error(
      `The service names no depository on ${displayName}, so its network is unknown.`,
    );
  return network;
}

/** The same address as the network of a chain writes it. */
export function addressOn(chain: ChainInfo, address: string): string {
  return createBitcoinCodec(networkOf(chain)).decodeAddress(bitcoinCodec.encodeAddress(address));
}
