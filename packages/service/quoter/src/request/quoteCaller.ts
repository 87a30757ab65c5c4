import type { KeyRight } from '@portage/core';

/** Caller of a quote, as far as the API key proves; empty without a key. */
export interface QuoteCaller {
  /** Public id of the API key that the caller proved to hold. */
  readonly apiKeyId?: string | undefined;
  /** Account whose balance pays what quotes of this key sponsor. */
  readonly sponsor?: string | undefined;
  /** Rights of the key. */
  readonly rights?: readonly KeyRight[] | undefined;
}
