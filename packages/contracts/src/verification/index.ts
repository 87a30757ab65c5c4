export { runtimeCodes } from './generated/runtimeCodes.js';
export { compilerVersion, standardInput } from './generated/standardInput.js';
export type { Immutable, Place, RuntimeCode } from './runtimeCode.js';
