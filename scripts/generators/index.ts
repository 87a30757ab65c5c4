import { generateAbi } from '../../packages/evm/scripts/generateAbi.js';
import { generateCases } from './cases.js';
import { generateDescriptions } from './descriptions.js';
import { generateDoors } from './doors.js';
import type { Generator } from './generator.js';
import { generateSerializer } from './serializer.js';
import { generateStates } from './states.js';

/** Generators by their names. */
export const generators: Readonly<Record<string, Generator>> = {
  states: generateStates,
  cases: generateCases,
  descriptions: generateDescriptions,
  doors: generateDoors,
  abi: generateAbi,
  serializer: generateSerializer,
};
