import { Configuration, SwapApi, SwapMode } from '@jup-ag/api';
import {
  Connection,
  Keypair,
  PublicKey,
  sendAndConfirmTransaction,
  Transaction,
} from '@solana/web3.js';
import { base58 } from '@scure/base';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDevnet, type Devnet } from '../../createDevnet.js';
import { solanaChain, type SolanaDevnetChain } from '../../description.js';

/** Jupiter's published client, unmodified, at the venue of a devnet. */
let devnet: Devnet;
let chain: SolanaDevnetChain;
let client: SwapApi;

beforeAll(async () => {
  devnet = await createDevnet({
    chains: [{ vm: 'svm', id: 792703809, slug: 'solana', name: 'Solana' }],
    ports: [0],
    controlPort: 0,
    solana: { slotMs: 100 },
  });
  chain = solanaChain(devnet.description);
  client = new SwapApi(new Configuration({ basePath: `${chain.rpcUrl}/swap/v1` }));
});
afterAll(() => devnet.close());

test.each([
  ['ExactIn', SwapMode.ExactIn, 'inAmount'],
  ['ExactOut', SwapMode.ExactOut, 'outAmount'],
] as const)('its client quotes and swaps: %s', async (_, swapMode, fixed) => {
  const { usdc } = chain.tokens;
  const { port } = chain.testPools.tokens;
  const user = Keypair.fromSecretKey(base58.decode(chain.accounts[0]!.secretKey));
  const quote = await client.quoteGet({
    inputMint: usdc.address,
    outputMint: port.address,
    amount: 20_000_000,
    swapMode,
    slippageBps: 10,
    asLegacyTransaction: true,
  });
  expect(quote).toMatchObject({ inputMint: usdc.address, outputMint: port.address, swapMode });
  expect(quote[fixed]).toBe('20000000');
  expect(quote.routePlan).toHaveLength(1);
  const answer = await client.swapInstructionsPost({
    swapRequest: {
      quoteResponse: quote,
      userPublicKey: user.publicKey.toBase58(),
      wrapAndUnwrapSol: false,
      asLegacyTransaction: true,
    },
  });
  expect(answer.addressLookupTableAddresses).toEqual([]);
  const connection = new Connection(chain.rpcUrl, 'confirmed');
  const held = async (mint: string): Promise<bigint> => {
    const { value } = await connection.getTokenAccountsByOwner(user.publicKey, {
      mint: new PublicKey(mint),
    });
    return value.reduce((sum, { account }) => sum + account.data.readBigUInt64LE(64), 0n);
  };
  const before = [await held(usdc.address), await held(port.address)] as const;
  const transaction = new Transaction();
  for (const { programId, accounts, data } of [
    ...answer.computeBudgetInstructions,
    ...answer.setupInstructions,
    answer.swapInstruction,
  ])
    transaction.add({
      programId: new PublicKey(programId),
      keys: accounts.map((key) => ({ ...key, pubkey: new PublicKey(key.pubkey) })),
      data: Buffer.from(data, 'base64'),
    });
  await sendAndConfirmTransaction(connection, transaction, [user], { commitment: 'confirmed' });
  expect([before[0] - (await held(usdc.address)), (await held(port.address)) - before[1]]).toEqual([
    BigInt(quote.inAmount),
    BigInt(quote.outAmount),
  ]);
});

test.each([
  ['the same mint twice', '/quote?inputMint=USDC&outputMint=USDC&amount=5'],
  ['no amount', '/quote?inputMint=USDC&outputMint=PORT'],
  ['another path', '/price?ids=USDC'],
])('it refuses %s', async (_, path) => {
  const named = path
    .replaceAll('USDC', chain.tokens.usdc.address)
    .replaceAll('PORT', chain.testPools.tokens.port.address);
  const { status } = await fetch(`${chain.rpcUrl}/swap/v1${named}`);
  expect(status).toBe(path.startsWith('/price') ? 404 : 400);
});
