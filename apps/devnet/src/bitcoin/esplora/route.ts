import type { RpcContext } from '../rpc/defineMethod.js';

/** Route of the REST interface: text is answered as text, anything else as JSON. */
export interface EsploraRoute {
  /** Path; its groups are handed on. */
  readonly path: RegExp;
  /** @throws HttpError */
  run(context: RpcContext, groups: readonly (string | undefined)[]): unknown;
}
