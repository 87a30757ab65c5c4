/**
 * Gas that the calls of strangers may burn on a chain within an hour, in micro-USD. From then on
 * orders with calls of the payer, the API key, the contract, or of all are no longer filled there:
 * their deposits go back. It ends by itself as the hour passes.
 */
export interface BurnPolicy {
  /** Gas of reverted fills and calls of one payer, whoever paid for it. */
  readonly burnedGasPerPayerMicroUsdMax: bigint;
  /**
   * Gas of reverted fills and calls that were quoted with one API key, less what came off their
   * refunds. What was quoted without a key counts as one key.
   */
  readonly burnedGasPerKeyMicroUsdMax: bigint;
  /** Gas of reverted fills that call one contract, less what came off their refunds. */
  readonly burnedGasPerTargetMicroUsdMax: bigint;
  /** Gas of all reverted fills and calls, less what came off their refunds. */
  readonly burnedGasMicroUsdMax: bigint;
}

/** Budgets by default. */
export const defaultBurnPolicy: BurnPolicy = {
  burnedGasPerPayerMicroUsdMax: 2_000_000n,
  burnedGasPerKeyMicroUsdMax: 10_000_000n,
  burnedGasPerTargetMicroUsdMax: 5_000_000n,
  burnedGasMicroUsdMax: 20_000_000n,
};
