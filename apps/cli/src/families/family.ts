import type { ChainInfo, Executor } from '@portage/sdk';
import type { DevnetFile } from '../devnetFile.js';

/** Account on a chain, and the endpoint that is asked. */
export interface Holder {
  readonly chain: ChainInfo;
  readonly url: string;
  readonly account: string;
}

/** Wallet whose accounts are asked for. */
export interface Owner {
  readonly url: string;
  readonly owner: string;
}

/** Account on the chain that is paid from. */
export interface Signer {
  readonly address: string;
  /** Wallet that signs for the account. */
  createExecutor(chains: readonly ChainInfo[], devnet: DevnetFile | undefined): Executor;
}

/**
 * Actions of the command line on the chains of one family. The first use loads its libraries.
 */
export interface Family {
  /** Whether a text is an address of the family. */
  isAddress(text: string): Promise<boolean>;
  /** Opens the account of a key. @throws InvalidArgumentError */
  openSigner(key: string, chain: ChainInfo): Promise<Signer>;
  /** Amounts that an account holds, smallest units, by the address of the currency. */
  readBalances(holder: Holder): Promise<ReadonlyMap<string, bigint>>;
  /**
   * Accounts of a wallet, none where it has none. Absent where an account is the wallet itself.
   *
   * @throws InvalidArgumentError where the owner is no wallet
   */
  findAccounts?(owner: Owner): Promise<readonly string[]>;
}
