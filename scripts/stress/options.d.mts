/** Options of `npm run stress`. */
export interface StressOptions {
  readonly times: number;
  readonly load: number;
  readonly stops: boolean;
  readonly seed: string;
  readonly systems: boolean;
  readonly changed: string | undefined;
  readonly minutes: number;
  readonly shard: { readonly part: number; readonly parts: number } | undefined;
  readonly resume: string | undefined;
  readonly json: boolean;
  readonly help: boolean;
  readonly names: readonly string[];
}
export declare const usage: string;
export declare function readOptions(args: readonly string[]): StressOptions | string;
