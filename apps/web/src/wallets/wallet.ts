import type { ChainInfo, Codec, Executor } from '@portage/sdk';
import type { ComponentType } from 'react';

/** Wallet that the user connected. */
export interface Wallet {
  /** Stable id, by which it is connected again after a reload. */
  readonly id: string;
  readonly name: string;
  /** Picture as a URL; wallets of the browser bring one. */
  readonly icon?: string | undefined;
  /** Family of its chains, as in `evm`. */
  readonly vm: string;
  readonly address: string;
  /** Whether it is the built-in one, whose money is worth nothing. */
  readonly isTest: boolean;
  /** Public key as hex, which a quote from some addresses of Bitcoin needs. */
  readonly publicKey?: string | undefined;
  /** Calls back when the wallet changes to another account, or to none. */
  watch?(onAddress: (address: string | undefined) => void): () => void;
  /** Signs a text by EIP-191, as hex; those of the EVM do, for accounts elsewhere they own. */
  signText?(text: string): Promise<string>;
  /** Says before it pays that something has to be done by hand. */
  readonly note?: string | undefined;
  /** Performs steps; undefined where nothing that is connected can sign. */
  createExecutor(surroundings: Surroundings): Executor | undefined;
}

/** Chains and wallets that a wallet needs to perform steps. */
export interface Surroundings {
  readonly chains: readonly ChainInfo[];
  /** All connected wallets: one may own the account of another family. */
  readonly connected: readonly Wallet[];
}

/** Wallet that could be connected. */
export interface WalletOffer {
  readonly id: string;
  readonly name: string;
  readonly icon?: string | undefined;
  readonly vm: string;
  readonly isTest: boolean;
  /**
   * Connects it, without a question to the user where it is silent: then it gives undefined where
   * the wallet does not know the page already.
   */
  connect(options: ConnectOptions): Promise<Wallet | undefined>;
}

/** How a wallet is connected. */
export interface ConnectOptions {
  readonly chains: readonly ChainInfo[];
  readonly isSilent: boolean;
}

/** Capabilities of the page on the chains of one family. Each is loaded when it is first needed. */
export interface Family {
  readonly vm: string;
  /** Name for people, as in `Bitcoin`. */
  readonly name: string;
  /** An address as an example. */
  readonly example: string;
  /** A stand-in account of a chain, where a price is asked without a wallet. */
  standIn(chain: ChainInfo): Promise<string>;
  codec(): Promise<Codec>;
  /** Wallets of this browser, now and later; calls back at once and with every change. */
  readonly watchOffers: (onOffers: (offers: readonly WalletOffer[]) => void) => () => void;
  /** Wallet of a key that this browser keeps. Only a devnet offers it. */
  readonly testOffer: WalletOffer;
  /** How accounts are connected that no wallet of the browser offers. */
  readonly entry?: Entry | undefined;
  /** Overlay of its wallets on the page while they wait for the user. */
  readonly Overlay?: ComponentType | undefined;
  /** Balances of an account, smallest units, by address of the currency. */
  readBalances(chain: ChainInfo, account: string): Promise<ReadonlyMap<string, bigint>>;
}

/** Accounts that the user enters. */
export interface Entry {
  readonly Form: ComponentType<EntryProps>;
  /** Whether the id is that of a wallet that was entered. */
  isEntered(id: string): boolean;
  /** Connects such a wallet again after a reload. */
  reopen(id: string, options: ConnectOptions): Promise<Wallet | undefined>;
}

/** Properties of the form of an {@link Entry}. */
export interface EntryProps {
  readonly chains: readonly ChainInfo[];
  /** Called with the account that was entered. */
  readonly onWallet: (wallet: Wallet) => void;
}
