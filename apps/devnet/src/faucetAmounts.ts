/** Amounts that a faucet gives, in smallest units. */
export interface FaucetAmounts {
  readonly native?: bigint | undefined;
  readonly usdc?: bigint | undefined;
}
