/** Currency of a chain that its owner may withdraw. */
export interface OwnedBalance {
  readonly chainId: number;
  readonly currency: string;
  /** In the canonical form of its chain. */
  readonly owner: string;
  /** Native currency of the chain. */
  readonly native: string;
}
