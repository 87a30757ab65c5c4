import { Money, serviceBucket, type RequestEntry } from '@portage/core';
import type { Chains } from '@portage/core/chain';
import type { RequestV3 } from './entryV3.js';
import { renderRequest, type RenderOptions } from '../renderRequest.js';
import type { RequestContent } from '../requestContent.js';
import { requestFigures } from '../requestFigures.js';
import { featuresV3, requestTypeV3 } from './featuresV3.js';
import { feesV3 } from './feesV3.js';
import { routeV3 } from './routeV3.js';
import { sponsorshipV3 } from './sponsorshipV3.js';

type Data = RequestEntry['data'];
type DataV3 = RequestV3['data'];

/** Settings by which a request is shown in version 3. */
export interface RenderV3Options extends Omit<RenderOptions, 'includeOrderData'> {
  /** Whether the caller owns the key that asked for the quote. */
  readonly isOwn: boolean;
}

/**
 * One entry of `GET /requests/v3`: the entry of version 2 in other words, so that both lists tell
 * the same. Pure.
 */
export function renderRequestV3(
  content: RequestContent,
  chains: Chains,
  { isOwn, priceOf }: RenderV3Options,
): RequestV3 {
  const entry = renderRequest(content, chains, { includeOrderData: false, priceOf });
  const figures = requestFigures(content, chains);
  const { address, request } = content;
  return {
    id: entry.id,
    status: entry.status === 'expired' ? 'waiting' : entry.status,
    user: entry.user,
    recipient: entry.recipient,
    sender: entry.user,
    refundTo: address?.refundTo ?? null,
    supersededByRequestId: entry.data.supersededByRequestId ?? null,
    depositAddress:
      address === undefined
        ? null
        : {
            address: address.address,
            type: address.type,
            depositor: address.depositor,
            depositTxHash: entry.depositAddress?.depositTxHash ?? null,
            recoveryAddress: address.depositor === request.payer ? null : address.depositor,
          },
    data: {
      ...renderData(entry.data),
      ...(isOwn ? { referrer: entry.referrer } : {}),
      feeSponsorship: sponsorshipV3(entry.data),
      fees: feesV3(entry.data),
      route: routeV3(entry, figures),
    },
    protocol: entry.protocol ?? { orderId: request.orderId },
    requestType: requestTypeV3(content, figures.figures),
    features: featuresV3(content, entry, figures.figures),
    createdAt: entry.createdAt,
    updatedAt: entry.updatedAt,
  };
}

function renderData(data: Data): Omit<DataV3, 'feeSponsorship' | 'fees' | 'route' | 'referrer'> {
  const { slippageTolerance, failedTxHash, failedTxBlockNumber, expandedPriceImpact } = data;
  return {
    ...(slippageTolerance === undefined ? {} : { slippageTolerance }),
    failReason: data.failReason === 'N/A' ? null : data.failReason,
    refundFailReason: data.refundFailReason === 'N/A' ? null : data.refundFailReason,
    ...(failedTxHash === undefined ? {} : { failedTxHash }),
    ...(failedTxBlockNumber === undefined ? {} : { failedTxBlockNumber }),
    usesExternalLiquidity: data.usesExternalLiquidity ?? false,
    timeEstimate: data.timeEstimate ?? null,
    inTxs: data.inTxs.map(renderTx),
    outTxs: data.outTxs.map(renderTx),
    appFees: renderAppFees(data),
    ...(expandedPriceImpact === undefined
      ? {}
      : { expandedPriceImpact: renderImpact(expandedPriceImpact) }),
    refundCurrencyData: data.refundCurrencyData ?? null,
  };
}

function renderTx({ hash, status, ...tx }: Data['inTxs'][number]): DataV3['inTxs'][number] {
  return { txHash: hash, ...tx, ...(status === 'success' ? { status } : {}) };
}

function renderAppFees({ appFees, paidAppFees, appFeeCurrencyObject }: Data): DataV3['appFees'] {
  const decimals = appFeeCurrencyObject?.decimals ?? 0;
  const list = (fees: Data['appFees']): DataV3['appFees']['quoted'] =>
    (fees ?? []).map(({ recipient, bps, amount, amountUsd }) => ({
      recipient,
      ...(bps === undefined ? {} : { bps }),
      amount,
      amountFormatted: Money.format(BigInt(amount), decimals),
      ...(amountUsd === undefined ? {} : { amountUsd }),
    }));
  return {
    quoted: list(appFees),
    actual: list(paidAppFees),
    ...(appFeeCurrencyObject === undefined ? {} : { currency: appFeeCurrencyObject }),
  };
}

type Impact = NonNullable<Data['expandedPriceImpact']>;

function renderImpact({ quoted, actual }: Impact): NonNullable<DataV3['expandedPriceImpact']> {
  const rename = ({ [serviceBucket]: platform, ...others }: Impact['quoted']) => ({
    ...others,
    platform,
  });
  return { quoted: rename(quoted), ...(actual === undefined ? {} : { actual: rename(actual) }) };
}
