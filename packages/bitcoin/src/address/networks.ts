/** Name of a network of Bitcoin. */
export type BitcoinNetwork = 'mainnet' | 'testnet' | 'regtest';

/** How a network writes its addresses. */
export interface NetworkPrefixes {
  /** Text before the `1` of a bech32 address. */
  readonly bech32: string;
  /** First byte of a P2PKH address in base58. */
  readonly pubKeyHash: number;
  /** First byte of a P2SH address in base58. */
  readonly scriptHash: number;
}

/** Prefixes of every network. Legacy addresses of testnet and regtest look alike. */
export const networks: Readonly<Record<BitcoinNetwork, NetworkPrefixes>> = {
  mainnet: { bech32: 'bc', pubKeyHash: 0x00, scriptHash: 0x05 },
  testnet: { bech32: 'tb', pubKeyHash: 0x6f, scriptHash: 0xc4 },
  regtest: { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4 },
};

/** Names of the networks, the main one first. */
export const networkNames: readonly BitcoinNetwork[] = ['mainnet', 'testnet', 'regtest'];
