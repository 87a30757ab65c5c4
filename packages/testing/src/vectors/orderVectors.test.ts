import { expect, test } from 'vitest';
import { orderVectors } from './orderVectors.js';

test('the published orders are complete and distinct', () => {
  expect(orderVectors).toHaveLength(3);
  expect(new Set(orderVectors.map(({ orderId }) => orderId)).size).toBe(orderVectors.length);
  for (const { orderId, orderData } of orderVectors) {
    expect(orderId).toMatch(/^0x[0-9a-f]{64}$/);
    expect(orderData.inputs.length).toBeGreaterThan(0);
  }
});
