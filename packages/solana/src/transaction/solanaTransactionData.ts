/** One instruction as step items write it. `data` is hex without 0x. */
export interface WireInstruction {
  readonly keys: readonly {
    readonly pubkey: string;
    readonly isSigner: boolean;
    readonly isWritable: boolean;
  }[];
  readonly programId: string;
  readonly data: string;
}

/**
 * Data of a Solana transaction item. The signer puts the instructions into a message of its own,
 * with a blockhash, and with itself or `feePayer` as payer of the fees.
 */
export interface SolanaTransactionData {
  readonly instructions: readonly WireInstruction[];
  /** Lookup tables that make the message shorter. */
  readonly addressLookupTableAddresses: readonly string[];
  readonly chainId?: number | undefined;
  /** Payer of the fees, who has to sign too; absent where the user pays them. */
  readonly feePayer?: string | undefined;
}
