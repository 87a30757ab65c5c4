import type { KeyRight } from '@portage/core';

/** Who asks for a quote; a `Caller` as it is, or nothing. */
export interface QuoteContext {
  /** Public id of the API key that the caller proved to hold. */
  readonly apiKeyId?: string | undefined;
  /** Account whose balance pays what quotes of this key sponsor. */
  readonly sponsor?: string | undefined;
  /** What the key allows. */
  readonly rights?: readonly KeyRight[] | undefined;
}
