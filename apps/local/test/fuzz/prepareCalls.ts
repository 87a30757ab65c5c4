import type { createPortage } from '@portage/sdk';
import type { DemonstrationContext } from '../../src/demonstrations/demonstration.js';
import { transfer } from '../../src/demonstrations/transfer.js';
import type { CallWorld } from './endpointCalls.js';

/** Names of what a service has seen, once it has. */
export type SeenByService = Pick<
  CallWorld,
  'requestIds' | 'orderIds' | 'depositAddresses' | 'txHashes' | 'jobIds' | 'continuations'
>;

/** Parts that calls are prepared with. */
export interface PrepareInput {
  readonly context: DemonstrationContext;
  /** Key that the transfers are quoted with. */
  readonly apiKey: string;
  /** Account that makes the transfers, and earns their app fees. */
  readonly payer: string;
  readonly portage: Pick<ReturnType<typeof createPortage>, 'getRequests'>;
}

/** Makes transfers of several kinds, so that calls can name what there is. */
export async function prepareCalls({
  context,
  apiKey,
  payer,
  portage,
}: PrepareInput): Promise<SeenByService> {
  const route = { from: 'usdc@base', to: 'usdc@optimism', amount: '25', apiKey } as const;
  const appFees = [{ recipient: payer, fee: '50' }];
  const paid = [
    await transfer(context, { ...route, members: { appFees } }),
    await transfer(context, { ...route, members: { useDepositAddress: true } }),
  ];
  const page = await portage.getRequests({ limit: 1 });
  const addresses = paid.flatMap(({ quote }) =>
    quote.steps.flatMap(({ depositAddress }) =>
      depositAddress === undefined || depositAddress === '' ? [] : [depositAddress],
    ),
  );
  return {
    requestIds: paid.map(({ quote }) => quote.requestId),
    orderIds: paid.flatMap(({ quote }) => quote.protocol.v2?.orderId ?? []),
    depositAddresses: addresses,
    txHashes: paid.flatMap(({ inTxHashes, txHashes }) => [...inTxHashes, ...txHashes]),
    jobIds: ['1', 'none', '-1'],
    continuations: [page.continuation ?? '', '0', `${String(Date.now())}_0x00`],
  };
}
