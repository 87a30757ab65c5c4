/**
 * Gas that the calls of strangers may burn on a chain within an hour, in micro-USD. From then on
 * orders with calls of the payer, the API key, the contract, or of all are no longer filled there:
 * their deposits go back. It ends by itself as the hour passes.
 */
export interface BurnedGasPolicy {
  /** Gas of reverted fills and calls of one payer, whoever paid for it. */
  readonly perPayerMicroUsdMax: bigint;
  /**
   * Gas of reverted fills and calls that were quoted with one API key, less what came off their
   * refunds. What was quoted without a key counts as one key.
   */
  readonly perKeyMicroUsdMax: bigint;
  /** Gas of reverted fills that call one contract, less what came off their refunds. */
  readonly perTargetMicroUsdMax: bigint;
  /** Gas of all reverted fills and calls, less what came off their refunds. */
  readonly microUsdMax: bigint;
}

/** Defaults of {@link BurnedGasPolicy}. */
export const defaultBurnedGasPolicy: BurnedGasPolicy = {
  perPayerMicroUsdMax: 2_000_000n,
  perKeyMicroUsdMax: 10_000_000n,
  perTargetMicroUsdMax: 5_000_000n,
  microUsdMax: 20_000_000n,
};
