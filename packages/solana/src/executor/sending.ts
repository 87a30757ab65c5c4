import type { Connection } from '@solana/web3.js';
import type { Sent } from './createSent.js';
import type { SolanaWallet } from './wallet.js';

/** What sending needs. */
export interface Sending {
  readonly chainId: number;
  readonly connection: Connection;
  readonly wallet: SolanaWallet;
  /** Signs as the payer of the fees, where a step names one. */
  readonly feePayer: SolanaWallet | undefined;
  readonly sent: Sent;
}
