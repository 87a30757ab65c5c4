import type { RequestFacts } from '@portage/settlement';

/** A request with what chains and its order say of it. */
export interface RequestContent extends RequestFacts {
  /** Contents of the currencies that its terms name, by their ids. */
  readonly currencies: ReadonlyMap<string, unknown>;
}
