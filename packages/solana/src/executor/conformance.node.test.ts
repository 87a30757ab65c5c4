import type { Step, StepItem } from '@portage/core';
import { base58 } from '@scure/base';
import { testExecutor, type ExecutorFixture } from '@portage/testing/conformance';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import {
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
  type Keypair,
} from '@solana/web3.js';
import { startChain } from '../../../service/solana-chain/test/startChain.js';
import { solanaCodec } from '../codec.js';
import { depositoryAddresses, programs } from '../program/index.js';
import { createDeposits } from '../../../service/solana-chain/src/deposit/createDeposits.js';
import { createSolanaExecutor, keypairWallet, type SolanaWallet } from '../index.js';
import { kitWallet, standardWallet } from '../kit/index.js';

const { nativeCurrency } = solanaCodec;
const id = (byte: string): `0x${string}` => `0x${byte.repeat(32)}`;

/** Wallets of a key pair, each by another library. */
const wallets: readonly (readonly [string, (keypair: Keypair) => Promise<SolanaWallet>])[] = [
  ['solana', (keypair) => Promise.resolve(keypairWallet(keypair))],
  [
    'solana by kit',
    async ({ secretKey }) => kitWallet(await createKeyPairSignerFromBytes(secretKey)),
  ],
  ['solana by the wallet standard', (keypair) => Promise.resolve(standardOf(keypair))],
];

function standardOf(keypair: Keypair): SolanaWallet {
  const signTransaction = (input: { readonly transaction: Uint8Array }) => {
    const transaction = VersionedTransaction.deserialize(input.transaction);
    transaction.sign([keypair]);
    return Promise.resolve([{ signedTransaction: transaction.serialize() }]);
  };
  const signMessage = (input: { readonly message: Uint8Array }) =>
    keypairWallet(keypair).signMessage!(input.message).then((signature) => [{ signature }]);
  return standardWallet({
    account: { address: keypair.publicKey.toBase58() },
    wallet: {
      features: {
        'solana:signTransaction': { signTransaction },
        'solana:signMessage': { signMessage },
      },
    },
  });
}

/**
 * A wallet on the real SVM that a person may decline to use, and that spends its money on something
 * else when told.
 */
for (const [name, walletOf] of wallets) testExecutor(name, () => openBench(walletOf));

async function openBench(
  walletOf: (keypair: Keypair) => Promise<SolanaWallet>,
): Promise<ExecutorFixture> {
  const node = await startChain();
  const keypair = node.user(1);
  const signing = await walletOf(keypair);
  const user = keypair.publicKey.toBase58();
  let requests = 0;
  let decline = false;
  const spendElsewhere = async (): Promise<void> => {
    const { blockhash, lastValidBlockHeight } = await node.connection.getLatestBlockhash();
    const lamports = (await node.connection.getBalance(keypair.publicKey)) - 2_000_000;
    const instructions = [
      SystemProgram.transfer({
        fromPubkey: keypair.publicKey,
        toPubkey: node.user(2).publicKey,
        lamports,
      }),
    ];
    const transaction = new VersionedTransaction(
      new TransactionMessage({
        payerKey: keypair.publicKey,
        recentBlockhash: blockhash,
        instructions,
      }).compileToV0Message(),
    );
    transaction.sign([keypair]);
    const signature = await node.connection.sendTransaction(transaction);
    await node.connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight });
  };
  const wallet: SolanaWallet = {
    publicKey: signing.publicKey,
    signTransaction: async (transaction) => {
      requests += 1;
      if (decline) {
        decline = false;
        throw Object.assign(new Error('User rejected the request.'), { code: 4001 });
      }
      // What was tried out successfully fails on the chain when the money goes elsewhere meanwhile.
      if (
        Buffer.from(transaction.message.serialize()).includes(Buffer.from(id('a3').slice(2), 'hex'))
      )
        await spendElsewhere();
      return signing.signTransaction!(transaction);
    },
  };
  const { depository } = node.programs;
  const deposits = createDeposits({
    chainId: 792703809,
    chainName: 'Solana',
    depository,
    addresses: depositoryAddresses(depository),
    symbolOf: () => 'X',
    decimalsOf: () => 6,
    tokenProgramOf: () => programs.token,
    price: () => 1_000n,
  });
  const itemOf = (
    currency: string,
    amount: bigint,
    orderId: string,
    isLimited = false,
  ): { step: Step; item: StepItem } => {
    const [step] = deposits.steps({
      requestId: id('a9'),
      orderId,
      payer: user,
      currency,
      amount,
      computeUnitLimit: isLimited,
    });
    return { step: step!, item: step!.items[0]! };
  };
  const native = itemOf(nativeCurrency, 5_000_000n, id('a1'));
  const half = 400n * 1_000_000_000n;
  const deposit = { type: 'deposit', chainId: 792703809, depository, depositor: user } as const;
  // Before the first payment on a chain, the vault has no token account.
  await node.openVault();
  return {
    executor: createSolanaExecutor({ wallet, connection: node.connection, pollMs: 50 }),
    items: [
      {
        name: 'a deposit of SOL',
        ...native,
        effects: [{ ...deposit, currency: nativeCurrency, amount: 5_000_000n, orderId: id('a1') }],
      },
      {
        name: 'a deposit of a token with a limit',
        ...itemOf(node.usdc, 6n, id('a2'), true),
        effects: [{ ...deposit, currency: node.usdc, amount: 6n, orderId: id('a2') }],
      },
    ],
    foreign: [
      {
        name: 'a Bitcoin item',
        step: native.step,
        item: { status: 'incomplete', data: { psbt: '70736274ff' } },
      },
      {
        name: 'an EVM transaction',
        step: native.step,
        item: {
          status: 'incomplete',
          data: { from: user, to: depository, data: '0x', value: '0', chainId: 8453 },
        },
      },
      {
        name: 'instructions of another chain',
        step: native.step,
        item: { ...native.item, data: { ...native.item.data, chainId: 9286185 } },
      },
      {
        name: 'no instructions',
        step: native.step,
        item: { ...native.item, data: { ...native.item.data, instructions: [] } },
      },
      {
        name: 'an instruction without its program',
        step: native.step,
        item: { ...native.item, data: { instructions: [{ keys: [], data: '' }] } },
      },
    ],
    reverting: {
      name: 'a deposit of money that is gone',
      ...itemOf(nativeCurrency, half, id('a3')),
      effects: [{ ...deposit, currency: nativeCurrency, amount: half, orderId: id('a3') }],
    },
    unknownTransactionId: base58.encode(new Uint8Array(64).fill(7)),
    requests: () => requests,
    declineNext: () => {
      decline = true;
    },
    mine: () => node.mine(1),
    close: () => node.stop(),
  };
}
