// Made from quoteSchema by `pnpm serializer`. Do not edit.
import type { Currency, CurrencyAmount, Details, Fees, FeeSponsorship, OrderData, PaymentDetails, ProtocolV2, Quote, Step } from '@portage/core';
import { printed, type Printed } from '../printed.js';
import { quoteText } from '../quoteText.js';

function list<Item>(items: readonly Item[], serialize: (item: Item) => string): string {
  let text = '';
  for (const item of items) text += text === '' ? serialize(item) : `,${serialize(item)}`;
  return text;
}

export function serializeQuote(value: Quote): string {
  return (
    `{"requestId":"${value.requestId}"` +
    (value.expiresAt === undefined ? '' : `,"expiresAt":${value.expiresAt}`) +
    `,"steps":[${list(value.steps, serializeStep)}]` +
    `,"fees":${serializeFees(value.fees)}` +
    `,"feeSponsorship":${serializeFeeSponsorship(value.feeSponsorship)}` +
    `,"details":${serializeDetails(value.details)}` +
    `,"protocol":${serializeQuoteProtocol(value.protocol)}` +
    '}'
  );
}

function serializeStep(value: Step): string {
  return (
    `{"id":"${value.id}"` +
    `,"action":${quoteText(value.action)}` +
    `,"description":${quoteText(value.description)}` +
    `,"kind":"${value.kind}"` +
    (value.requestId === undefined ? '' : `,"requestId":"${value.requestId}"`) +
    (value.depositAddress === undefined ? '' : `,"depositAddress":${quoteText(value.depositAddress)}`) +
    (value.depositAddressId === undefined ? '' : `,"depositAddressId":${quoteText(value.depositAddressId)}`) +
    `,"items":[${list(value.items, serializeStepItem)}]` +
    '}'
  );
}

function serializeStepItem(value: NonNullable<Step['items'][number]>): string {
  return (
    `{"status":"${value.status}"` +
    `,"data":${JSON.stringify(value.data)}` +
    (value.check === undefined ? '' : `,"check":${serializeCheck(value.check)}`) +
    '}'
  );
}

function serializeCheck(value: NonNullable<Step['items'][number]['check']>): string {
  return (
    `{"endpoint":${quoteText(value.endpoint)}` +
    `,"method":"GET"` +
    '}'
  );
}

function serializeFees(value: Fees): string {
  return (
    `{"gas":${serializeCurrencyAmount(value.gas)}` +
    `,"relayer":${serializeCurrencyAmount(value.relayer)}` +
    `,"relayerGas":${serializeCurrencyAmount(value.relayerGas)}` +
    `,"relayerService":${serializeCurrencyAmount(value.relayerService)}` +
    `,"app":${serializeCurrencyAmount(value.app)}` +
    `,"subsidized":${serializeCurrencyAmount(value.subsidized)}` +
    '}'
  );
}

function serializeCurrencyAmount(value: Printed<CurrencyAmount>): string {
  return value[printed] ?? printCurrencyAmount(value);
}

function printCurrencyAmount(value: CurrencyAmount): string {
  return (
    `{"currency":${serializeCurrency(value.currency)}` +
    `,"amount":"${value.amount}"` +
    `,"amountFormatted":"${value.amountFormatted}"` +
    `,"amountUsd":"${value.amountUsd}"` +
    `,"minimumAmount":"${value.minimumAmount}"` +
    '}'
  );
}

function serializeCurrency(value: Currency): string {
  return (
    `{"chainId":${value.chainId}` +
    `,"address":${quoteText(value.address)}` +
    `,"symbol":${quoteText(value.symbol)}` +
    `,"name":${quoteText(value.name)}` +
    `,"decimals":${value.decimals}` +
    `,"metadata":${serializeCurrencyMetadata(value.metadata)}` +
    '}'
  );
}

function serializeCurrencyMetadata(value: NonNullable<Currency['metadata']>): string {
  return (
    `{"logoURI":${quoteText(value.logoURI)}` +
    `,"verified":${value.verified}` +
    (value.isNative === undefined ? '' : `,"isNative":${value.isNative}`) +
    '}'
  );
}

function serializeFeeSponsorship(value: FeeSponsorship): string {
  return (
    `{"quoted":${serializeSponsorshipPhase(value.quoted)}` +
    (value.actual === undefined ? '' : `,"actual":${serializeSponsorshipPhase(value.actual)}`) +
    '}'
  );
}

function serializeSponsorshipPhase(value: NonNullable<FeeSponsorship['quoted']>): string {
  return (
    `{"selectedComponents":[${list(value.selectedComponents, (item) => `"${item}"`)}]` +
    (value.maxSubsidizationAmount === undefined ? '' : `,"maxSubsidizationAmount":"${value.maxSubsidizationAmount}"`) +
    (value.subsidizationBps === undefined ? '' : `,"subsidizationBps":${value.subsidizationBps}`) +
    `,"capHit":${value.capHit}` +
    `,"components":${serializeFeeSponsorshipQuotedComponents(value.components)}` +
    (value.sponsoredTotal === undefined ? '' : `,"sponsoredTotal":${serializeCurrencyAmount(value.sponsoredTotal)}`) +
    (value.userPaysTotal === undefined ? '' : `,"userPaysTotal":${serializeCurrencyAmount(value.userPaysTotal)}`) +
    (value.sponsorPayment === undefined ? '' : `,"sponsorPayment":${serializeFeeSponsorshipQuotedSponsorPayment(value.sponsorPayment)}`) +
    '}'
  );
}

function serializeFeeSponsorshipQuotedComponents(value: NonNullable<FeeSponsorship['quoted']['components']>): string {
  let text = '';
  if (value.execution !== undefined) text += `${text === '' ? '' : ','}"execution":${serializeSponsoredBucket(value.execution)}`;
  if (value.swap !== undefined) text += `${text === '' ? '' : ','}"swap":${serializeSponsoredBucket(value.swap)}`;
  if (value['the service'] !== undefined) text += `${text === '' ? '' : ','}"the service":${serializeSponsoredBucket(value['the service'])}`;
  if (value.app !== undefined) text += `${text === '' ? '' : ','}"app":${serializeSponsoredBucket(value.app)}`;
  if (value.rent !== undefined) text += `${text === '' ? '' : ','}"rent":${serializeSponsoredBucket(value.rent)}`;
  return `{${text}}`;
}

function serializeSponsoredBucket(value: NonNullable<FeeSponsorship['quoted']['components']['execution']>): string {
  return (
    `{"selected":${value.selected}` +
    `,"total":${serializeCurrencyAmount(value.total)}` +
    `,"sponsored":${serializeCurrencyAmount(value.sponsored)}` +
    `,"userPays":${serializeCurrencyAmount(value.userPays)}` +
    '}'
  );
}

function serializeFeeSponsorshipQuotedSponsorPayment(value: NonNullable<FeeSponsorship['quoted']['sponsorPayment']>): string {
  return (
    `{"amount":"${value.amount}"` +
    `,"amountUsd":"${value.amountUsd}"` +
    (value.address === undefined ? '' : `,"address":${quoteText(value.address)}`) +
    (value.chainId === undefined ? '' : `,"chainId":${value.chainId}`) +
    '}'
  );
}

function serializeDetails(value: Details): string {
  return (
    `{"operation":${quoteText(value.operation)}` +
    `,"sender":${quoteText(value.sender)}` +
    `,"recipient":${quoteText(value.recipient)}` +
    `,"currencyIn":${serializeCurrencyAmount(value.currencyIn)}` +
    `,"currencyOut":${serializeCurrencyAmount(value.currencyOut)}` +
    `,"refundCurrency":${serializeCurrencyAmount(value.refundCurrency)}` +
    `,"totalImpact":${serializeDetailsTotalImpact(value.totalImpact)}` +
    `,"swapImpact":${serializeDetailsTotalImpact(value.swapImpact)}` +
    `,"expandedPriceImpact":${serializeDetailsExpandedPriceImpact(value.expandedPriceImpact)}` +
    `,"rate":"${value.rate}"` +
    `,"slippageTolerance":${serializeDetailsSlippageTolerance(value.slippageTolerance)}` +
    `,"timeEstimate":${value.timeEstimate}` +
    `,"userBalance":"${value.userBalance}"` +
    `,"isFixedRate":${value.isFixedRate}` +
    `,"route":${serializeDetailsRoute(value.route)}` +
    '}'
  );
}

function serializeDetailsTotalImpact(value: NonNullable<Details['totalImpact']>): string {
  return (
    `{"usd":"${value.usd}"` +
    `,"percent":"${value.percent}"` +
    '}'
  );
}

function serializeDetailsExpandedPriceImpact(value: NonNullable<Details['expandedPriceImpact']>): string {
  return (
    `{"swap":${serializeDetailsExpandedPriceImpactSwap(value.swap)}` +
    `,"execution":${serializeDetailsExpandedPriceImpactSwap(value.execution)}` +
    `,"the service":${serializeDetailsExpandedPriceImpactSwap(value['the service'])}` +
    `,"app":${serializeDetailsExpandedPriceImpactSwap(value.app)}` +
    `,"sponsored":${serializeDetailsExpandedPriceImpactSwap(value.sponsored)}` +
    '}'
  );
}

function serializeDetailsExpandedPriceImpactSwap(value: NonNullable<Details['expandedPriceImpact']['swap']>): string {
  return (
    `{"usd":"${value.usd}"` +
    '}'
  );
}

function serializeDetailsSlippageTolerance(value: NonNullable<Details['slippageTolerance']>): string {
  return (
    `{"origin":${serializeDetailsSlippageToleranceOrigin(value.origin)}` +
    `,"destination":${serializeDetailsSlippageToleranceOrigin(value.destination)}` +
    (value.latePayment === undefined ? '' : `,"latePayment":${serializeDetailsSlippageToleranceOrigin(value.latePayment)}`) +
    '}'
  );
}

function serializeDetailsSlippageToleranceOrigin(value: NonNullable<Details['slippageTolerance']['origin']>): string {
  return (
    `{"usd":"${value.usd}"` +
    `,"value":"${value.value}"` +
    `,"percent":"${value.percent}"` +
    '}'
  );
}

function serializeDetailsRoute(value: NonNullable<Details['route']>): string {
  return (
    `{"origin":${serializeDetailsRouteOrigin(value.origin)}` +
    `,"destination":${serializeDetailsRouteOrigin(value.destination)}` +
    '}'
  );
}

function serializeDetailsRouteOrigin(value: NonNullable<Details['route']['origin']>): string {
  return (
    `{"inputCurrency":${serializeCurrencyAmount(value.inputCurrency)}` +
    `,"outputCurrency":${serializeCurrencyAmount(value.outputCurrency)}` +
    `,"router":${quoteText(value.router)}` +
    '}'
  );
}

function serializeQuoteProtocol(value: NonNullable<Quote['protocol']>): string {
  let text = '';
  if (value.v2 !== undefined) text += `${text === '' ? '' : ','}"v2":${serializeProtocolV2(value.v2)}`;
  return `{${text}}`;
}

function serializeProtocolV2(value: ProtocolV2): string {
  return (
    `{"orderId":"${value.orderId}"` +
    (value.orderSignature === undefined ? '' : `,"orderSignature":"${value.orderSignature}"`) +
    `,"orderData":${serializeOrderData(value.orderData)}` +
    `,"paymentDetails":${serializePaymentDetails(value.paymentDetails)}` +
    '}'
  );
}

export function serializeOrderData(value: Printed<OrderData>): string {
  return value[printed] ?? printOrderData(value);
}

function printOrderData(value: OrderData): string {
  return (
    `{"version":"v1"` +
    `,"solverChainId":${quoteText(value.solverChainId)}` +
    `,"solver":"${value.solver}"` +
    `,"salt":"${value.salt}"` +
    `,"inputs":[${list(value.inputs, serializeOrderInput)}]` +
    `,"output":${serializeOrderDataOutput(value.output)}` +
    `,"fees":[${list(value.fees, serializeOrderFee)}]` +
    '}'
  );
}

function serializeOrderInput(value: NonNullable<OrderData['inputs'][number]>): string {
  return (
    `{"payment":${serializeOrderDataInputsPayment(value.payment)}` +
    `,"refunds":[${list(value.refunds, serializeOrderRefund)}]` +
    '}'
  );
}

function serializeOrderDataInputsPayment(value: NonNullable<OrderData['inputs'][number]['payment']>): string {
  return (
    `{"chainId":${quoteText(value.chainId)}` +
    `,"currency":${quoteText(value.currency)}` +
    `,"amount":"${value.amount}"` +
    `,"weight":"${value.weight}"` +
    '}'
  );
}

function serializeOrderRefund(value: NonNullable<OrderData['inputs'][number]['refunds'][number]>): string {
  return (
    `{"chainId":${quoteText(value.chainId)}` +
    `,"recipient":${quoteText(value.recipient)}` +
    `,"currency":${quoteText(value.currency)}` +
    `,"minimumAmount":"${value.minimumAmount}"` +
    `,"deadline":${value.deadline}` +
    `,"extraData":"${value.extraData}"` +
    '}'
  );
}

function serializeOrderDataOutput(value: NonNullable<OrderData['output']>): string {
  return (
    `{"chainId":${quoteText(value.chainId)}` +
    `,"payments":[${list(value.payments, serializeOrderPayment)}]` +
    `,"calls":[${list(value.calls, (item) => `"${item}"`)}]` +
    `,"deadline":${value.deadline}` +
    `,"extraData":"${value.extraData}"` +
    '}'
  );
}

function serializeOrderPayment(value: NonNullable<OrderData['output']['payments'][number]>): string {
  return (
    `{"recipient":${quoteText(value.recipient)}` +
    `,"currency":${quoteText(value.currency)}` +
    `,"minimumAmount":"${value.minimumAmount}"` +
    `,"expectedAmount":"${value.expectedAmount}"` +
    '}'
  );
}

function serializeOrderFee(value: NonNullable<OrderData['fees'][number]>): string {
  return (
    `{"recipientChainId":${quoteText(value.recipientChainId)}` +
    `,"recipient":${quoteText(value.recipient)}` +
    `,"currencyChainId":${quoteText(value.currencyChainId)}` +
    `,"currency":${quoteText(value.currency)}` +
    `,"amount":"${value.amount}"` +
    '}'
  );
}

function serializePaymentDetails(value: PaymentDetails): string {
  return (
    `{"chainId":${quoteText(value.chainId)}` +
    `,"depository":${quoteText(value.depository)}` +
    `,"currency":${quoteText(value.currency)}` +
    `,"amount":"${value.amount}"` +
    '}'
  );
}
