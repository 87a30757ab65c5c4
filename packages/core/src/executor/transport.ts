import type { EndpointName } from '../schemas/endpoints.js';

/** One call to the service. */
export interface TransportRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls endpoints of a service. Actions of other packages need only this. */
export interface Transport {
  readonly baseUrl: string;
  /** The parsed answer of an endpoint. @throws PortageError with the code that the service sent */
  call(endpoint: EndpointName, request: TransportRequest): Promise<unknown>;
  /**
   * The raw answer of an endpoint, for streams. The path is relative and stays on the same host.
   */
  fetch(path: string, init: RequestInit): Promise<Response>;
  /**
   * Milliseconds since 1970 by the clock of the service, as its answers tell it. Without it the
   * clock of this machine counts.
   *
   * @param at - moment by the clock of this machine; by default now
   */
  readonly now?: ((at?: number) => number) | undefined;
}
