import { PortageError, type Step } from '@portage/core';

/** The error for a step that nobody can perform. */
export function noExecutor(step: Step): PortageError {
  return new PortageError('NO_EXECUTOR', {
    message: `No executor can perform the step "${step.id}" (${step.action}).`,
    hint: 'Pass an executor of the VM of the origin chain.',
    context: { step: step.id },
  });
}
