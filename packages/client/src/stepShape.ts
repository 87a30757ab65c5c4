import type { Shape } from './transport/findMismatch.js';

/** Members of a step that this package reads. */
export const stepShape: Shape = {
  id: 'string',
  action: 'string',
  description: 'string',
  kind: 'string',
  items: [{ status: 'string', data: 'object' }],
};
