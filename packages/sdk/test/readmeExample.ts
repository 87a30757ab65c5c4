import { createPortage } from '@portage/sdk';
import { createEvmExecutor } from '@portage/sdk/evm';
import type { WalletClient } from 'viem';

export async function swap(wallet: WalletClient, user: string): Promise<void> {
  const portage = createPortage({ baseUrl: 'http://127.0.0.1:4000', executors: [createEvmExecutor({ wallet })] });
  const request = { user, originChainId: 8453, destinationChainId: 10, amount: '1000000000000000' };
  const result = await portage.swap(request, { onQuote: (quote) => console.log(quote.details.currencyOut.amountFormatted) });
  console.log(result.status, result.txHashes);
}
