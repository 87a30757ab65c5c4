import type { ErrorBody } from '../schemas/error.js';
import type { EndpointName } from '../schemas/endpoints.js';

/** Question of a façade to an endpoint of the service. */
export interface FacadeQuestion {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
}

/** Call of a client of another interface. */
export interface FacadeCall {
  /** Parameters of the path, as in `{taskId}`. */
  readonly params: Readonly<Record<string, string>>;
  /** Query; a member that came several times is an array. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Body as JSON; undefined for a call without one. */
  readonly body: unknown;
  /**
   * Asks the service in the name of the caller: with its API key, its address and its limits.
   * Answers the parsed body, which `endpoints` of `@portage/core/schemas` describes.
   *
   * @throws PortageError with the code and the words of the service's answer
   */
  readonly ask: (endpoint: EndpointName, question?: FacadeQuestion) => Promise<unknown>;
}

/** Endpoint of a façade. */
export interface FacadeRoute {
  readonly method: 'GET' | 'POST';
  /** Path behind the prefix, with `{name}` parameters. */
  readonly path: string;
  /** Body of a 200. What it throws becomes an error in the words of the façade. */
  answer(call: FacadeCall): Promise<unknown>;
}

/** Error in the words of a façade. */
export interface FacadeError {
  readonly statusCode: number;
  readonly body: object;
}

/**
 * Interface of another service, in front of this one: it reads calls, asks the service's own
 * endpoints, and prints their answers in other words. It knows no rule of money.
 */
export interface Facade {
  /** Name by which an operator turns it on. */
  readonly name: string;
  /** Path in front of all of its routes, as in `/lifi/v1`. */
  readonly prefix: string;
  /** Header, in lower case, in which its clients send an API key beside `x-api-key`. */
  readonly keyHeader?: string | undefined;
  readonly routes: readonly FacadeRoute[];
  /** Prints an error of the service, unknown paths below the prefix included. */
  printError(error: ErrorBody): FacadeError;
}
