import {
  PublicKey,
  sendAndConfirmTransaction,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  Keypair,
} from '@solana/web3.js';
import { associatedTokenAddress, createAssociatedToken, programs } from '@portage/solana/program';
import type { Instruction } from '@portage/solana/transaction';
import type { SolanaChainConfig } from '../src/index.js';
import type { TestChain } from './startChain.js';

/** Extension of a mint: the bytes that it takes, and the instruction that writes it. */
export interface MintExtension {
  readonly bytes: number;
  /** Data of the instruction on the mint alone, before the mint is initialised. */
  readonly data: (mint: PublicKey, issuer: PublicKey) => Uint8Array;
}

const space = (bytes: number): Uint8Array => new Uint8Array(bytes);
const joined = (...pieces: readonly (Uint8Array | readonly number[])[]): Uint8Array =>
  Uint8Array.from(pieces.flatMap((piece) => [...piece]));

/**
 * Extensions by the names of their types, as Token-2022 writes them (`interface/src/instruction.rs`
 * of solana-program/token-2022).
 */
export const mintExtensions = {
  TransferFeeConfig: {
    bytes: 108,
    // Neither authority may change it: 100 basis points, without a limit.
    data: () => joined([26, 0, 0, 0], [100, 0], space(8).fill(255)),
  },
  MintCloseAuthority: { bytes: 32, data: (_, issuer) => joined([25, 1], issuer.toBytes()) },
  DefaultAccountState: { bytes: 1, data: () => joined([28, 0, 2]) },
  NonTransferable: { bytes: 0, data: () => joined([32]) },
  InterestBearingConfig: {
    bytes: 52,
    data: (_, issuer) => joined([33, 0], issuer.toBytes(), [244, 1]),
  },
  PermanentDelegate: { bytes: 32, data: (_, issuer) => joined([35], issuer.toBytes()) },
  TransferHook: {
    bytes: 64,
    data: (mint, issuer) => joined([36, 0], issuer.toBytes(), mint.toBytes()),
  },
  MetadataPointer: {
    bytes: 64,
    data: (mint, issuer) => joined([39, 0], issuer.toBytes(), mint.toBytes()),
  },
  ConfidentialTransferMint: {
    bytes: 65,
    data: (_, issuer) => joined([27, 0], issuer.toBytes(), [1], space(32)),
  },
  ScaledUiAmount: {
    bytes: 56,
    // A multiplier of 1.0, as a little-endian double.
    data: (_, issuer) => joined([43, 0], issuer.toBytes(), [0, 0, 0, 0, 0, 0, 240, 63]),
  },
  Pausable: { bytes: 33, data: (_, issuer) => joined([44, 0], issuer.toBytes()) },
  GroupPointer: {
    bytes: 64,
    data: (mint, issuer) => joined([40, 0], issuer.toBytes(), mint.toBytes()),
  },
} as const satisfies Readonly<Record<string, MintExtension>>;

/** A mint of Token-2022 that people hold. */
export interface MintOptions {
  readonly extensions?: readonly (keyof typeof mintExtensions)[];
  /** Owners that get a million units each; none of a mint whose accounts cannot be paid. */
  readonly holders?: readonly string[];
}

/** Issues a token of Token-2022 with six decimals; returns its mint. */
export async function createMint(
  node: TestChain,
  { extensions = [], holders = [] }: MintOptions = {},
): Promise<string> {
  const [issuer, mint] = [node.issuer, Keypair.generate()];
  const chosen = extensions.map((name): MintExtension => mintExtensions[name]);
  const bytes = chosen.reduce((sum, each) => sum + 4 + each.bytes, chosen.length > 0 ? 166 : 82);
  const programId = new PublicKey(programs.token2022);
  const onMint = (data: Uint8Array): TransactionInstruction =>
    new TransactionInstruction({
      programId,
      keys: [{ pubkey: mint.publicKey, isSigner: false, isWritable: true }],
      data: Buffer.from(data),
    });
  await sendAndConfirmTransaction(
    node.connection,
    new Transaction().add(
      SystemProgram.createAccount({
        fromPubkey: issuer.publicKey,
        newAccountPubkey: mint.publicKey,
        lamports: await node.connection.getMinimumBalanceForRentExemption(bytes),
        space: bytes,
        programId,
      }),
      ...chosen.map(({ data }) => onMint(data(mint.publicKey, issuer.publicKey))),
      // `InitializeMint2`: six decimals, the issuer mints, and may freeze accounts.
      onMint(joined([20, 6], issuer.publicKey.toBytes(), [1], issuer.publicKey.toBytes())),
    ),
    [issuer, mint],
  );
  for (const owner of holders) await issue(node, mint.publicKey.toBase58(), owner);
  return mint.publicKey.toBase58();
}

/** A mint of Token-2022 without power over payments, and a configuration that lists it. */
export async function listMint(
  node: TestChain,
  holders: readonly string[],
): Promise<{ readonly mint: string; readonly config: SolanaChainConfig }> {
  const extensions = ['MetadataPointer', 'InterestBearingConfig'] as const;
  const mint = await createMint(node, { extensions, holders });
  const asset = { id: 'new', symbol: 'NEW', name: 'New', address: mint, decimals: 6 };
  const assets = [...node.config.assets, { ...asset, tokenProgram: 'spl-token-2022' as const }];
  return { mint, config: { ...node.config, assets } };
}

/** Opens an owner's account and mints a million units into it. */
async function issue(node: TestChain, mint: string, owner: string): Promise<void> {
  const holding = { owner, mint, tokenProgram: programs.token2022 };
  const issuer = node.issuer.publicKey.toBase58();
  const data = joined([7], space(8));
  new DataView(data.buffer).setBigUint64(1, 1_000_000_000_000n, true);
  const keys = [mint, associatedTokenAddress(holding), issuer].map((pubkey, place) => ({
    pubkey,
    isSigner: place === 2,
    isWritable: place < 2,
  }));
  const minting: Instruction = { programId: programs.token2022, keys, data };
  const transaction = new Transaction();
  for (const each of [createAssociatedToken(issuer, holding), minting])
    transaction.add(
      new TransactionInstruction({
        programId: new PublicKey(each.programId),
        keys: each.keys.map(({ pubkey, ...flags }) => ({
          ...flags,
          pubkey: new PublicKey(pubkey),
        })),
        data: Buffer.from(each.data),
      }),
    );
  await sendAndConfirmTransaction(node.connection, transaction, [node.issuer]);
}
