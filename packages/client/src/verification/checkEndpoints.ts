import type { Step } from '@portage/core';
import { isRecord } from '../transport/isRecord.js';
import { isServicePath } from '../transport/isServicePath.js';
import { failCheck } from './failCheck.js';

/**
 * Checks that every endpoint of the steps is a path of the service, for this request. @throws
 * PortageError `QUOTE_VERIFICATION_FAILED`
 */
export function checkEndpoints(steps: readonly Step[], requestId: string): void {
  for (const step of steps) {
    if (step.requestId !== undefined && step.requestId !== requestId)
      failCheck('endpoint', {
        message: 'a step belongs to another request.',
        expected: requestId,
        actual: step.requestId,
      });
    for (const item of step.items) {
      const post = isRecord(item.data['post']) ? item.data['post']['endpoint'] : undefined;
      for (const endpoint of [item.check?.endpoint, post]) {
        if (endpoint === undefined) continue;
        if (typeof endpoint !== 'string' || !isServicePath(endpoint))
          failCheck('endpoint', {
            message: 'a step names an endpoint outside the service.',
            actual: endpoint,
          });
        const asked = new URL(endpoint, 'http://service').searchParams.get('requestId');
        if (asked !== null && asked !== requestId)
          failCheck('endpoint', {
            message: 'a step asks for the status of another request.',
            expected: requestId,
            actual: asked,
          });
      }
    }
  }
}
