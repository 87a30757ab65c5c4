import type { Devnet } from './createDevnet.js';

/** What a person wants to know about a devnet that has just come up. */
export function printDevnet({ description, file }: Pick<Devnet, 'description' | 'file'>): string {
  const chains = Object.values(description.chains).flatMap((chain) => [
    `${chain.name}  ${chain.slug}  chain id ${chain.id}`,
    `  rpc         ${chain.rpcUrl}`,
    `  websocket   ${chain.wsUrl}`,
    `  depository  ${chain.contracts.depository}`,
    `  filler      ${chain.contracts.filler}`,
    `  USDC        ${chain.tokens.usdc.address}`,
    `  WETH        ${chain.tokens.weth.address}`,
    `  pools       ${chain.uniswap.pools.length} of Uniswap V2 and V3; quoter ${chain.uniswap.v3.quoter}`,
    '',
  ]);
  const accounts = description.accounts.map(({ address, privateKey }, index) => `  ${index}  ${address}  ${privateKey}`);
  return [
    ...chains,
    'Accounts (10000 ETH and 1000000 USDC each, on each chain; test keys that everybody knows)',
    ...accounts,
    '',
    `solver    ${description.roles.solver.address}`,
    `controls  ${description.controlUrl}   POST /faucet /mine /reorg /drop /pause /resume /base-fee /snapshot /revert`,
    `written   ${file}`,
    'Ctrl-C stops everything.',
    '',
  ].join('\n');
}
