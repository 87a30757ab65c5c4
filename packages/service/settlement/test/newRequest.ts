import type { NewRequest } from '../src/orders/requests/newRequest.js';

/** 32 bytes that say which kind of id this is and its number. */
export function testId(kind: 'request' | 'order', number: number): string {
  return `0x${kind === 'request' ? 'a' : 'b'}${number.toString(16).padStart(63, '0')}`;
}

/** A request to store, told from others by its number. */
export function newRequest(number: number, changes: Partial<NewRequest> = {}): NewRequest {
  return {
    id: testId('request', number),
    orderId: testId('order', number),
    originChainId: 8453,
    destinationChainId: 10,
    payer: '0x00000000000000000000000000000000000000aa',
    recipient: '0x00000000000000000000000000000000000000bb',
    quote: JSON.stringify({ number, text: 'quotes " and \\ and {braces}, commas and ünïcode' }),
    orderData: JSON.stringify({ salt: String(number) }),
    createdAt: 1_795_000_000_000 + number,
    fillBy: 1_795_000_060_000 + number,
    ...changes,
  };
}
