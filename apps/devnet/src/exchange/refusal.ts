/** Reasons why the exchange refuses something, with its codes. */
export const refusalCodes = {
  invalidParameter: 20_001,
  invalidAuth: 20_013,
  accountNotFound: 21_100,
  invalidNonce: 21_104,
  invalidKey: 21_109,
  invalidSignature: 21_120,
  transactionNotFound: 21_500,
  invalidTransaction: 21_501,
  expired: 21_502,
  insufficientBalance: 21_601,
  invalidFee: 21_602,
  paused: 21_515,
} as const;

/** Reason why the exchange refuses something. */
export type RefusalReason = keyof typeof refusalCodes;

/** Refusal that travels to the caller as status 400 with the exchange's code. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly reason: RefusalReason,
    message: string,
  ) {
    super(message);
  }
}
