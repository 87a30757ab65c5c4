import { base58 } from '@scure/base';
import { Connection, PublicKey, type VersionedTransactionResponse } from '@solana/web3.js';
import type { SignedOrder } from '../orders/signedOrder.js';
import type { ChainFlows, ChainOf, Flow } from '../model/chain.js';

const pageMax = 1_000;
const nativeCurrency = '11111111111111111111111111111111';

/**
 * Reads every transaction of the programs. What reached an account is the growth of its balance; an
 * order is found by its id within the instructions.
 */
export async function readSolanaFlows(
  { rpcUrl, programs, slug }: ChainOf<'svm'>,
  orders: readonly SignedOrder[],
): Promise<ChainFlows> {
  const connection = new Connection(rpcUrl, 'finalized');
  const [vault] = PublicKey.findProgramAddressSync(
    [Buffer.from('vault')],
    new PublicKey(programs.depository),
  );
  const flows: Flow[] = [];
  for (const signature of await readSignatures(connection, Object.values(programs))) {
    const transaction = await connection.getTransaction(signature, {
      maxSupportedTransactionVersion: 0,
    });
    if (transaction === null || transaction.meta?.err !== null) continue;
    const texts = instructionTexts(transaction);
    for (const order of orders) {
      const { orderId, origin, destination } = order;
      const isNamed = texts.some((text) => text.includes(orderId.slice(2)));
      const grown = (holder: string, currency: string): bigint =>
        growth(transaction, holder, currency);
      const add = (type: Flow['type'], amount: bigint): void => {
        if (amount > 0n) flows.push({ type, orderId, txId: signature, amount });
      };
      if (origin.slug === slug) {
        if (isNamed) add('deposit', grown(vault.toBase58(), origin.currency));
        add('refund', grown(order.refundTo, origin.currency));
      }
      if (destination.slug === slug && isNamed)
        add('fill', grown(destination.recipient, destination.currency));
    }
  }
  return { flows, faults: [] };
}

async function readSignatures(
  connection: Connection,
  programs: readonly string[],
): Promise<ReadonlySet<string>> {
  const signatures = new Set<string>();
  for (const program of programs) {
    for (let before: string | undefined; ;) {
      const options = { limit: pageMax, ...(before === undefined ? {} : { before }) };
      const page = await connection.getSignaturesForAddress(new PublicKey(program), options);
      for (const { signature } of page) signatures.add(signature);
      before = page.at(-1)?.signature;
      if (page.length < pageMax) break;
    }
  }
  return signatures;
}

/** Data of all instructions, inner ones too, as hex. */
function instructionTexts({ transaction, meta }: VersionedTransactionResponse): readonly string[] {
  const inner = meta?.innerInstructions ?? [];
  const outer = transaction.message.compiledInstructions.map(({ data }) =>
    Buffer.from(data).toString('hex'),
  );
  return [
    ...outer,
    ...inner.flatMap(({ instructions }) =>
      instructions.map(({ data }) => Buffer.from(base58.decode(data)).toString('hex')),
    ),
  ];
}

/** Growth of an account's balance by a transaction, in smallest units; negative where it fell. */
function growth(
  { transaction, meta }: VersionedTransactionResponse,
  holder: string,
  currency: string,
): bigint {
  if (currency !== nativeCurrency) {
    const held = (balances: TokenBalances): bigint =>
      (balances ?? [])
        .filter(({ owner, mint }) => owner === holder && mint === currency)
        .reduce((sum, { uiTokenAmount }) => sum + BigInt(uiTokenAmount.amount), 0n);
    return held(meta?.postTokenBalances) - held(meta?.preTokenBalances);
  }
  const keys = transaction.message.getAccountKeys({
    accountKeysFromLookups: meta?.loadedAddresses ?? null,
  });
  const index = keys
    .keySegments()
    .flat()
    .findIndex((key) => key.toBase58() === holder);
  const [before, after] = [meta?.preBalances[index], meta?.postBalances[index]];
  return index < 0 ? 0n : BigInt(after ?? 0) - BigInt(before ?? 0);
}

type TokenBalances = NonNullable<VersionedTransactionResponse['meta']>['postTokenBalances'];
