import type { Step } from '@portage/core';
import { PortageError } from '@portage/core/errors';

/** Makes the error for a step that no executor claims. */
export function noExecutor(step: Step): PortageError {
  return new PortageError('NO_EXECUTOR', {
    message: `No executor can perform the step "${step.id}" (${step.action}).`,
    hint: 'Pass an executor of the VM of the origin chain.',
    context: { step: step.id },
  });
}
