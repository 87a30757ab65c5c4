/** Points of `deploy solana` at which it dies, in their order. */
export const solanaDeaths: readonly string[] = [
  'deploy-planned',
  'deploy-stored-depository-buffer',
  'deploy-sent-depository-chunk-1800',
  'deploy-landed-depository-chunk-9000',
  'deploy-sent-depository-program',
  'deploy-stored-filler-chunk-0',
  'deploy-sent-filler-program',
  'deploy-stored-depository-initialize',
  'deploy-landed-depository-initialize',
  'deploy-sent-depository-authority',
];
