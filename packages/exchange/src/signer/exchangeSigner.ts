import type { Transfer } from '../transaction/transfer.js';

/** Transfer that is to be signed. */
export interface TransferRequest {
  readonly transfer: Transfer;
  /** Id of the exchange's own signatures. */
  readonly circuitId: number;
  /** Whether the receiver has another owner, so that the sender's owner must sign too. */
  readonly needsOwner: boolean;
}

/** Signatures of a transfer. */
export interface TransferSignatures {
  /** Signature of the account's key, 80 bytes. */
  readonly signature: Uint8Array;
  /** Signature of the account's owner by EIP-191, as hex with 0x. */
  readonly ownerSignature?: string | undefined;
}

/**
 * Signs for one account of an exchange. Whatever holds the key can be one: a browser's storage, a
 * process of its own, a device.
 */
export interface ExchangeSigner {
  readonly accountIndex: number;
  readonly apiKeyIndex: number;
  /** Public key of the API key, 40 bytes; each signature is verified with it. */
  readonly publicKey: Uint8Array;
  /** EVM address of the account's owner. */
  readonly owner: string;
  /** @throws whatever the signer says; a refusal by a person is recognised by its code 4001 */
  signTransfer(request: TransferRequest): Promise<TransferSignatures>;
  /**
   * Has the account's owner sign a text by EIP-191; returns 65 bytes as hex with 0x. Withdrawals of
   * what no order takes need it; absent where a signer signs transfers alone.
   */
  signOwnerText?(text: string): Promise<string>;
}

/** Wallet of an account's owner. */
export interface OwnerWallet {
  readonly address: string;
  /** Signs a text by EIP-191 (`personal_sign`); returns 65 bytes as hex with 0x. */
  signMessage(text: string): Promise<string>;
}

/** Account of viem, as of `privateKeyToAccount`, that owns an account of the exchange. */
export interface OwnerAccount {
  readonly address: string;
  readonly type: 'local';
  signMessage(asked: { readonly message: string }): Promise<string>;
}

/** Wallet client of viem that acts for the owner of an account. */
export interface OwnerClient {
  readonly account: { readonly address: string };
  signMessage(asked: { readonly message: string }): Promise<string>;
}
