import type { Connection } from '@solana/web3.js';
import type { SentTransactions } from './createSentTransactions.js';
import type { SolanaWallet } from './wallet.js';

/** Wallets, connection and sent transactions that a step is sent with. */
export interface SendContext {
  readonly chainId: number;
  readonly connection: Connection;
  readonly wallet: SolanaWallet;
  /** Signs as the payer of the fees, where a step names one. */
  readonly feePayer: SolanaWallet | undefined;
  readonly sent: SentTransactions;
}
