export { runCli } from './runCli.js';
export { exitCodes, type ExitCode } from './exitCodes.js';
export type { Io } from './io.js';
