import type { Step } from '@portage/core';
import { isRecord } from '../isRecord.js';
import { isServicePath } from '../transport/servicePath.js';
import { refuse } from './failCheck.js';

/**
 * Every endpoint that steps name must be a path of the service and speak of this request. @throws
 * PortageError `QUOTE_VERIFICATION_FAILED`
 */
export function checkEndpoints(steps: readonly Step[], requestId: string): void {
  for (const step of steps) {
    if (step.requestId !== undefined && step.requestId !== requestId)
      refuse('endpoint', {
        message: 'a step belongs to another request.',
        expected: requestId,
        actual: step.requestId,
      });
    for (const item of step.items) {
      const post = isRecord(item.data['post']) ? item.data['post']['endpoint'] : undefined;
      for (const endpoint of [item.check?.endpoint, post]) {
        if (endpoint === undefined) continue;
        if (typeof endpoint !== 'string' || !isServicePath(endpoint))
          refuse('endpoint', {
            message: 'a step names an endpoint outside the service.',
            actual: endpoint,
          });
        const asked = new URL(endpoint, 'http://service').searchParams.get('requestId');
        if (asked !== null && asked !== requestId)
          refuse('endpoint', {
            message: 'a step asks for the status of another request.',
            expected: requestId,
            actual: asked,
          });
      }
    }
  }
}
