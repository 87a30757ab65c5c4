import { beginRequests } from '../src/orders/requests/beginRequests.js';
import type { NewRequest } from '../src/orders/requests/newRequest.js';
import type { TestSettlement } from '../src/testing/index.js';

/** Saves quotes and begins their requests, as if something had happened to each. */
export async function beginAll(
  store: TestSettlement,
  requests: readonly NewRequest[],
): Promise<void> {
  await Promise.all(requests.map((request) => store.saveRequest(request)));
  await store.transaction((tx) =>
    beginRequests(
      tx,
      requests.map(({ orderId }) => orderId),
    ),
  );
}
