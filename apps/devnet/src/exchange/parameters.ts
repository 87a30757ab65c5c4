/** Id of the signatures on the devnet: that of the exchange's testnet. */
export const circuitId = 300;

/** Asset of the exchange. */
export interface DevnetAsset {
  readonly assetIndex: number;
  readonly symbol: string;
  readonly decimals: number;
}

export const usdc: DevnetAsset = { assetIndex: 3, symbol: 'USDC', decimals: 6 };
export const eth: DevnetAsset = { assetIndex: 1, symbol: 'ETH', decimals: 8 };

/** Assets of the exchange. */
export const assets: readonly DevnetAsset[] = [eth, usdc];

/** Micro-USDC that a transfer to an account of another owner costs. */
export const transferFeeUsdc = 3_000_000n;

/** Index of the exchange's own first account. */
export const exchangeIndex = 0;
/** Owner of the exchange's own account. Nobody has a key of this address. */
export const exchangeOwner = `0x${'0'.repeat(36)}dead`;

/** Index of the first user's account; the others follow. */
export const firstUserIndex = 509_564;
/** Indexes of the service's accounts. */
export const solverIndex = 731_033;
export const depositoryIndex = 723_071;
/** Index of the API keys that the devnet registers. */
export const keyIndex = 2;
