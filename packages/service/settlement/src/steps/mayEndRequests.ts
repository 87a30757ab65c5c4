import { requestStatuses, terminalStatuses, transition } from '@portage/core';
import type { RequestChange } from '../orders/requests/changeRequests.js';

/** Whether a request may have its end by one of these changes, whatever status it has. Pure. */
export function mayEndRequests(changes: readonly RequestChange[]): boolean {
  const open = requestStatuses.filter((status) => !terminalStatuses.has(status));
  return changes.some(({ events }) =>
    events.some((event) => open.some((status) => terminalStatuses.has(transition(status, event)))),
  );
}
