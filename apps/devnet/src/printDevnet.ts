import type { Devnet } from './createDevnet.js';
import type { DevnetChain } from './description.js';

/** Prints a summary of a started devnet for people. */
export function printDevnet({ description, file }: Pick<Devnet, 'description' | 'file'>): string {
  const chains = Object.values(description.chains).flatMap(printChain);
  const accounts = description.accounts.map(
    ({ address, privateKey }, index) => `  ${index}  ${address}  ${privateKey}`,
  );
  return [
    ...chains,
    'Accounts (10000 ETH and 1000000 USDC each, on each EVM chain; test keys that everybody knows)',
    ...accounts,
    '',
    ...Object.values(description.chains).flatMap(printSolanaAccounts),
    `solver    ${description.roles.solver.address}`,
    `controls  ${description.controlUrl}   POST /faucet /mine /reorg /drop /pause /resume /shift-clock /base-fee /snapshot /revert /fork /skip-slots /expire-blockhashes /drop-next /hold /release`,
    `written   ${file}`,
    'Ctrl-C stops everything.',
    '',
  ].join('\n');
}

function printChain(chain: DevnetChain): readonly string[] {
  const head = [
    `${chain.name}  ${chain.slug}  chain id ${chain.id}`,
    `  rpc         ${chain.rpcUrl}`,
    ...(chain.vm === 'bvm' || chain.vm === 'lvm' ? [] : [`  websocket   ${chain.wsUrl}`]),
  ];
  if (chain.vm === 'bvm') return [...head, `  esplora     ${chain.esploraUrl}`, ''];
  if (chain.vm === 'lvm')
    return [
      ...head,
      `  depository  ${chain.roles.depository.accountIndex}`,
      ...(chain.gateway === undefined ? [] : [`  gateway     ${chain.gateway.address}`]),
      '',
    ];
  if (chain.vm === 'svm')
    return [
      ...head,
      ...Object.entries(chain.programs).map(
        ([name, address]) => `  ${name.padEnd(10)}  ${address}`,
      ),
      `  USDC        ${chain.tokens.usdc.address}`,
      '',
    ];
  const { contracts, tokens } = chain;
  return [
    ...head,
    `  depository  ${contracts.depository}`,
    `  filler      ${contracts.filler}`,
    `  USDC        ${tokens.usdc.address}`,
    `  WETH        ${tokens.weth.address}`,
    '',
  ];
}

function printSolanaAccounts(chain: DevnetChain): readonly string[] {
  if (chain.vm !== 'svm') return [];
  const accounts = chain.accounts.map(
    ({ address, secretKey }, index) => `  ${index}  ${address}  ${secretKey}`,
  );
  return [`Accounts on ${chain.name} (1000 SOL and 1000000 USDC each)`, ...accounts, ''];
}
