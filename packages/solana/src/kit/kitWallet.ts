import { PortageError } from '@portage/core';
import { checkOptions } from '@portage/core/errors';
import { PublicKey, VersionedMessage, VersionedTransaction } from '@solana/web3.js';
import { encodeBase58 } from '../transaction/base58.js';
import type { SolanaWallet } from '../executor/wallet.js';

/** Read-only bytes, as kit types them. */
type Bytes = ArrayLike<number>;

/** A transaction of `@solana/kit`: the bytes that are signed, and signatures by address. */
export interface KitTransaction {
  readonly messageBytes: Bytes;
  readonly signatures: Readonly<Record<string, Bytes | null>>;
}

/** A message of `@solana/kit` that is no transaction. */
export interface KitMessage {
  readonly content: Bytes;
  readonly signatures: Readonly<Record<string, Bytes>>;
}

type Signatures = Readonly<Record<string, Bytes>>;

/**
 * A signer of `@solana/kit`, told by its methods: one of the three for transactions is enough. The
 * methods take what kit's own types name; what stands here is the part of it that is used.
 */
export interface KitSigner {
  readonly address: string;
  signTransactions?(transactions: readonly never[]): Promise<readonly Signatures[]>;
  modifyAndSignTransactions?(transactions: readonly never[]): Promise<readonly KitTransaction[]>;
  signAndSendTransactions?(transactions: readonly never[]): Promise<readonly Bytes[]>;
  signMessages?(messages: readonly never[]): Promise<readonly Signatures[]>;
  modifyAndSignMessages?(messages: readonly never[]): Promise<readonly KitMessage[]>;
}

/**
 * A wallet out of a signer of `@solana/kit`, for the executor: one that signs, one that may change
 * what it signs, or one that sends as well. What a signer changed is compared as with any wallet.
 *
 * @example
 * ```ts
 * const connection = new Connection('https://rpc.example');
 * createSolanaExecutor({ wallet: kitWallet(signer), connection });
 * ```
 */
export function kitWallet(signer: KitSigner): SolanaWallet {
  checkOptions(signer, ['address']);
  const publicKey = new PublicKey(signer.address);
  const signTransaction = transactionSigner(signer, publicKey);
  const signMessage = messageSigner(signer);
  return {
    publicKey,
    ...(signTransaction === undefined ? {} : { signTransaction }),
    ...(signer.signAndSendTransactions === undefined
      ? {}
      : {
          signAndSendTransaction: async (transaction) => {
            const sent = await signer.signAndSendTransactions?.([toKit(transaction)]);
            return { signature: encodeBase58(Uint8Array.from(only(sent))) };
          },
        }),
    ...(signMessage === undefined ? {} : { signMessage }),
  };
}

function transactionSigner(
  signer: KitSigner,
  publicKey: PublicKey,
): SolanaWallet['signTransaction'] {
  if (signer.signTransactions !== undefined)
    return async (transaction) => {
      const signatures = only(await signer.signTransactions?.([toKit(transaction)]));
      transaction.addSignature(publicKey, Uint8Array.from(only([signatures[signer.address]])));
      return transaction;
    };
  if (signer.modifyAndSignTransactions === undefined) return undefined;
  return async (transaction) =>
    fromKit(only(await signer.modifyAndSignTransactions?.([toKit(transaction)])));
}

function messageSigner(signer: KitSigner): SolanaWallet['signMessage'] {
  const asked = (content: Uint8Array): readonly never[] => [typed({ content, signatures: {} })];
  if (signer.signMessages !== undefined)
    return async (content) => {
      const signatures = only(await signer.signMessages?.(asked(content)));
      return Uint8Array.from(only([signatures[signer.address]]));
    };
  if (signer.modifyAndSignMessages === undefined) return undefined;
  return async (content) => {
    const signed = only(await signer.modifyAndSignMessages?.(asked(content)));
    const isSame =
      signed.content.length === content.length &&
      content.every((byte, index) => byte === signed.content[index]);
    if (!isSame)
      throw new PortageError('WALLET_ERROR', { message: 'The signer changed the message.' });
    return Uint8Array.from(only([signed.signatures[signer.address]]));
  };
}

/** Signers are asked in the order of the message, and kit keeps signatures in that order. */
function toKit(transaction: VersionedTransaction): never {
  const { message, signatures } = transaction;
  const signers = message.staticAccountKeys.slice(0, message.header.numRequiredSignatures);
  const byAddress = signers.map((key, index): [string, Uint8Array | null] => {
    const signature = signatures[index];
    return [key.toBase58(), signature?.some((byte) => byte !== 0) === true ? signature : null];
  });
  return typed({ messageBytes: message.serialize(), signatures: Object.fromEntries(byAddress) });
}

function fromKit({ messageBytes, signatures }: KitTransaction): VersionedTransaction {
  const message = VersionedMessage.deserialize(Uint8Array.from(messageBytes));
  const signed = new VersionedTransaction(message);
  for (const [address, signature] of Object.entries(signatures))
    if (signature !== null) signed.addSignature(new PublicKey(address), Uint8Array.from(signature));
  return signed;
}

/** A value of kit's shape as whatever type a signer takes. */
function typed(value: KitTransaction | KitMessage): never {
  // Types of kit carry brands that only kit gives; its signers read no more than the shape.
  return value as never;
}

/** @throws PortageError `WALLET_ERROR` where a signer answers nothing */
function only<T>(values: readonly (T | undefined)[] | undefined): T {
  const value = values?.[0];
  if (value === undefined)
    throw new PortageError('WALLET_ERROR', { message: 'The signer answered no signature.' });
  return value;
}
