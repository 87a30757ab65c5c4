import { hostCases } from './hostCases.js';
import { limitCases } from './limitCases.js';
import type { NetworkCase } from './networkCase.js';
import { sendCases } from './sendCases.js';
import { stateCases } from './stateCases.js';

/** Every rule and refusal that the trial imposes. */
export const networkCases: readonly NetworkCase[] = [
  ...sendCases,
  ...limitCases,
  ...hostCases,
  ...stateCases,
];
