import {
  address,
  createKeyPairSignerFromBytes,
  generateKeyPairSigner,
  getTransactionDecoder,
  getTransactionEncoder,
  partiallySignTransaction,
  type KeyPairSigner,
} from '@solana/kit';
import { ed25519 } from '@noble/curves/ed25519';
import { Keypair, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeBase58 } from '../transaction/base58.js';
import { kitWallet, standardWallet, type KitSigner, type StandardWallet } from './index.js';

const keypair = Keypair.generate();
const account = { address: keypair.publicKey.toBase58() };
let signer: KeyPairSigner;

beforeAll(async () => {
  signer = await createKeyPairSignerFromBytes(keypair.secretKey);
});

function transfer(lamports = 5): VersionedTransaction {
  const { publicKey: fromPubkey } = keypair;
  const message = new TransactionMessage({
    payerKey: fromPubkey,
    recentBlockhash: Keypair.generate().publicKey.toBase58(),
    instructions: [SystemProgram.transfer({ fromPubkey, toPubkey: fromPubkey, lamports })],
  });
  return new VersionedTransaction(message.compileToV0Message());
}

const isSigned = ({ message, signatures }: VersionedTransaction): boolean =>
  ed25519.verify(signatures[0]!, message.serialize(), keypair.publicKey.toBytes());

/** A signer that may change what it signs, as kit's types have it. */
const modifying = (change?: () => VersionedTransaction): KitSigner => ({
  address: account.address,
  modifyAndSignTransactions: async (transactions) => {
    const asked: readonly Parameters<typeof partiallySignTransaction>[1][] = transactions;
    const changed = change?.().serialize();
    const transaction = changed === undefined ? asked[0]! : getTransactionDecoder().decode(changed);
    return [await partiallySignTransaction([signer.keyPair], transaction)];
  },
});

describe('a signer of kit', () => {
  it('has its address, and signs transactions and messages of web3.js', async () => {
    const wallet = kitWallet(signer);
    expect(wallet.publicKey?.toBase58()).toBe(account.address);
    const transaction = transfer();
    const signed = await wallet.signTransaction!(transaction);
    expect(isSigned(signed)).toBe(true);
    expect(signed.message.serialize()).toEqual(transaction.message.serialize());
    const text = new TextEncoder().encode('digest');
    const signature = await wallet.signMessage!(text);
    expect(ed25519.verify(signature, text, keypair.publicKey.toBytes())).toBe(true);
  });

  it('that may change what it signs gives what it has signed', async () => {
    expect(isSigned(await kitWallet(modifying()).signTransaction!(transfer()))).toBe(true);
    const other = transfer(9);
    const changed = await kitWallet(modifying(() => other)).signTransaction!(transfer());
    expect(isSigned(changed)).toBe(true);
    expect(changed.message.serialize()).toEqual(other.message.serialize());
  });

  it('that sends tells the signature in base58', async () => {
    const wallet = kitWallet({
      address: account.address,
      signAndSendTransactions: (transactions) =>
        Promise.resolve(transactions.map(() => new Uint8Array(64).fill(7))),
    });
    expect(Object.keys(wallet)).not.toContain('signTransaction');
    const { signature } = await wallet.signAndSendTransaction!(transfer());
    expect(decodeBase58(signature)).toEqual(new Uint8Array(64).fill(7));
  });

  it('is not asked again for a signature that is there', async () => {
    const seen: unknown[] = [];
    const other = await generateKeyPairSigner();
    const wallet = kitWallet({
      address: account.address,
      signTransactions: (transactions) => {
        seen.push(...transactions);
        return Promise.resolve([{ [account.address]: new Uint8Array(64).fill(1) }]);
      },
    });
    const signed = await kitWallet(signer).signTransaction!(transfer());
    const [signature] = signed.signatures;
    await wallet.signTransaction!(signed);
    await wallet.signTransaction!(transfer());
    expect(seen).toMatchObject([
      { signatures: { [account.address]: signature } },
      { signatures: { [account.address]: null } },
    ]);
    expect(other.address).not.toBe(address(account.address));
  });

  it.each<[string, KitSigner, 'signTransaction' | 'signMessage']>([
    [
      'no signature',
      { address: account.address, signTransactions: () => Promise.resolve([]) },
      'signTransaction',
    ],
    [
      'the signature of somebody else',
      {
        address: account.address,
        signTransactions: () => Promise.resolve([{ other: new Uint8Array(64) }]),
      },
      'signTransaction',
    ],
    [
      'another message',
      {
        address: account.address,
        modifyAndSignMessages: () =>
          Promise.resolve([
            { content: Uint8Array.of(1), signatures: { [account.address]: new Uint8Array(64) } },
          ]),
      },
      'signMessage',
    ],
  ])('that answers %s is an error of the wallet', async (_, broken, method) => {
    const wallet = kitWallet(broken);
    const answer =
      method === 'signMessage'
        ? wallet.signMessage!(Uint8Array.of(2))
        : wallet.signTransaction!(transfer());
    await expect(answer).rejects.toMatchObject({ code: 'WALLET_ERROR' });
  });
});

/** A wallet of the standard that signs with a signer of kit. */
const standard = (): StandardWallet => ({
  features: {
    'solana:signTransaction': {
      version: '1.0.0',
      signTransaction: async (input: {
        transaction: Uint8Array;
        account: unknown;
        chain: string;
      }) => {
        expect(input).toMatchObject({ account, chain: 'solana:devnet' });
        const asked = getTransactionDecoder().decode(input.transaction);
        const signed = await partiallySignTransaction([signer.keyPair], asked);
        return [{ signedTransaction: new Uint8Array(getTransactionEncoder().encode(signed)) }];
      },
    },
    'solana:signAndSendTransaction': {
      signAndSendTransaction: () => Promise.resolve([{ signature: new Uint8Array(64).fill(7) }]),
    },
    'solana:signMessage': {
      signMessage: ({ message }: { message: Uint8Array }) =>
        Promise.resolve([{ signature: ed25519.sign(message, keypair.secretKey.slice(0, 32)) }]),
    },
  },
});

describe('a wallet of the wallet standard', () => {
  it('signs transactions and messages, and sends', async () => {
    const wallet = standardWallet({ wallet: standard(), account, chain: 'solana:devnet' });
    expect(wallet.publicKey?.toBase58()).toBe(account.address);
    expect(isSigned(await wallet.signTransaction!(transfer()))).toBe(true);
    const { signature } = await wallet.signAndSendTransaction!(transfer());
    expect(decodeBase58(signature)).toEqual(new Uint8Array(64).fill(7));
    const text = new TextEncoder().encode('digest');
    const signed = await wallet.signMessage!(text);
    expect(ed25519.verify(signed, text, keypair.publicKey.toBytes())).toBe(true);
  });

  it('has no more than its features', () => {
    const wallet = standardWallet({ wallet: { features: {} }, account });
    expect(Object.keys(wallet)).toEqual(['publicKey']);
  });

  it('that answers nothing is an error of the wallet', async () => {
    const silent = () => Promise.resolve([]);
    const features = {
      'solana:signTransaction': { signTransaction: silent },
      'solana:signAndSendTransaction': { signAndSendTransaction: silent },
      'solana:signMessage': { signMessage: silent },
    };
    const wallet = standardWallet({ wallet: { features }, account });
    for (const answer of [
      wallet.signTransaction!(transfer()),
      wallet.signAndSendTransaction!(transfer()),
      wallet.signMessage!(Uint8Array.of(1)),
    ])
      await expect(answer).rejects.toMatchObject({ code: 'WALLET_ERROR' });
  });
});
