/** Inputs of a transaction that a wallet is to sign. */
export interface SigningRequest {
  /** PSBT of version 0 (BIP-174) as hex. */
  readonly psbt: string;
  /** Address whose coins all inputs spend. */
  readonly address: string;
  /** Number of inputs; all of them are to be signed. */
  readonly inputs: number;
}

/** A wallet of one address that signs partially signed transactions. */
export interface BitcoinWallet {
  /** Address that pays. */
  address(): Promise<string>;
  /** Public key of the address as hex; a quote from a P2SH address needs it. */
  publicKey?(): Promise<string>;
  /** The same PSBT with signatures, final or not, as hex. */
  signPsbt(request: SigningRequest): Promise<string>;
  /**
   * Signs, sends, and answers the id of the transaction. Only in wallets that give no signatures
   * back: where it is there it is asked in place of `signPsbt`, and what it sent is read back and
   * compared.
   */
  sendPsbt?(request: SigningRequest): Promise<string>;
  /**
   * Signs a text with the key of the address (BIP-137 or BIP-322, simple); absent where the wallet
   * signs transactions alone.
   */
  signMessage?(message: string): Promise<Uint8Array>;
}
