import type { CollectionIntent } from '@portage/core/chain';

/** The leg of a collection's settlement; its order id is the collection's own name. */
export const collectionLeg = 'collection';

/** Settlement of a collection, as JSON: amounts are strings. */
export interface StoredCollectionIntent {
  readonly type: 'collection';
  readonly currency: string;
  readonly amount: string;
  readonly releases: readonly StoredRelease[];
  /** Unix seconds after which the depository refuses it. */
  readonly deadline: number;
}

interface StoredRelease {
  readonly orderId: string;
  readonly depositor: string;
  readonly amount: string;
}

/** A collection as its settlement stores it. */
export function toStoredCollection({
  currency,
  amount,
  releases,
  expiry,
}: CollectionIntent): StoredCollectionIntent {
  return {
    type: 'collection',
    currency,
    amount: amount.toString(),
    releases: releases.map((release) => ({ ...release, amount: release.amount.toString() })),
    deadline: expiry,
  };
}

/** The collection that a settlement stores. */
export function toCollectionIntent(
  orderId: string,
  { currency, amount, releases, deadline }: StoredCollectionIntent,
): CollectionIntent {
  return {
    type: 'collection',
    orderId,
    currency,
    amount: BigInt(amount),
    expiry: deadline,
    releases: releases.map((release) => ({ ...release, amount: BigInt(release.amount) })),
  };
}
