/** Programs and accounts that every Solana cluster has. */
export const programs = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  associatedToken: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  ed25519: 'Ed25519SigVerify111111111111111111111111111',
  upgradeableLoader: 'BPFLoaderUpgradeab1e11111111111111111111111',
  instructionsSysvar: 'Sysvar1nstructions1111111111111111111111111',
} as const;
