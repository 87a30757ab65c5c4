export type { CodecOf, Hex } from './codecOf.js';
export { draftOrder, type OrderSide, type OrderTerms } from './draftOrder.js';
export { hashOrder } from './hashOrder.js';
export { normalizeOrder } from './normalizeOrder.js';
export { orderTypes, orderTypeHashes, type OrderStruct } from './orderTypes.js';
export { readOrderCall } from './readOrderCall.js';
export { orderSignatureDigest, signOrderId, type Signer } from './signOrderId.js';
export { verifyOrderSignature, type OrderSignatureCheck } from './verifyOrderSignature.js';
