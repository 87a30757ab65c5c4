/** An endpoint of a chain with its operator, as an operator of a service writes it. */
export interface EndpointAddress {
  /** HTTP address. It may carry secrets and is never printed. */
  readonly url: string;
  /**
   * Who runs the endpoint, as in `alchemy`. Endpoints of one operator have one vote together.
   * Default: the registrable name of the host, as in `example.com`; on a devnet host and port.
   */
  readonly operator?: string | undefined;
  /**
   * Calls in a second that it is asked at most, over some seconds; others are asked first beyond
   * that. Default: any number.
   */
  readonly callsPerSecondMax?: number | undefined;
}

/** An endpoint, or its address alone. */
export type EndpointSetting = string | EndpointAddress;

/** Options for the operator of an endpoint that names none. */
export interface OperatorOptions {
  /** Whether each host and port stands for itself. */
  readonly isDevnet: boolean;
}

/** Second labels under which countries register names, as in `example.co.uk`. */
const sharedLabels: readonly string[] = ['ac', 'co', 'com', 'edu', 'gov', 'ne', 'net', 'or', 'org'];

/**
 * HTTP address of an endpoint.
 *
 * @example
 * ```ts
 * urlOf({ url: 'https://rpc.example', operator: 'acme' }); // 'https://rpc.example'
 * ```
 */
export function urlOf(endpoint: EndpointSetting): string {
  return typeof endpoint === 'string' ? endpoint : endpoint.url;
}

/**
 * Host and port of an endpoint, however they are written.
 *
 * @example
 * ```ts
 * hostOf('https://RPC.example.:443/key'); // 'rpc.example'
 * ```
 */
export function hostOf(endpoint: EndpointSetting): string {
  const url = urlOf(endpoint);
  return URL.canParse(url) ? new URL(url).host.replace(/\.(?=:|$)/, '') : url;
}

/**
 * Who runs an endpoint: the operator that is named, or the registrable name of its host. A host
 * does not tell for certain, as one company may have several; what is named wins. On a devnet each
 * host and port stands for itself. Pure.
 *
 * @example
 * ```ts
 * operatorOf('https://base.g.alchemy.com/v2/key', { isDevnet: false }); // 'alchemy.com'
 * ```
 */
export function operatorOf(endpoint: EndpointSetting, { isDevnet }: OperatorOptions): string {
  const named = typeof endpoint === 'string' ? undefined : endpoint.operator;
  if (named !== undefined) return named.trim().toLowerCase();
  return isDevnet ? hostOf(endpoint) : registrableName(hostOf(endpoint));
}

/** An address of numbers is a machine, whatever its port; names end in what was registered. */
function registrableName(host: string): string {
  const name = host.replace(/:\d+$/, '');
  if (name.startsWith('[') || /^[\d.]+$/.test(name)) return name;
  const labels = name.split('.');
  const [last = '', second = ''] = labels.toReversed();
  return labels.slice(last.length === 2 && sharedLabels.includes(second) ? -3 : -2).join('.');
}
