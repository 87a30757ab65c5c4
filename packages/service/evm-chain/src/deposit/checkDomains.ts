import type { Rpc, RpcReply, RpcRequest } from '@portage/chain-kit';
import { permit2, proxyDomain } from '@portage/evm/contracts';
import {
  hashDomain,
  readAddress,
  readBytesAt,
  readUint,
  readWord,
  serviceSelectors,
  type Keccak,
  type TypedDomain,
} from '@portage/evm/abi';
import type { EvmPermitConfig } from '../chainConfig.js';

/** Tokens and contracts whose domains are compared with the chain. */
export interface DomainsOptions {
  readonly chainId: number;
  readonly approvalProxy: string;
  /** By the address of the token. */
  readonly tokens: ReadonlyMap<string, EvmPermitConfig>;
  readonly rpc: Rpc;
  readonly keccak: Keccak;
}

/** Tokens that may be paid with by signature, and a sentence about each that may not. */
export interface CheckedDomains {
  readonly tokens: ReadonlyMap<string, EvmPermitConfig>;
  readonly warnings: readonly string[];
}

/**
 * Compares the EIP-712 domains that payers would sign under with those of the contracts that would
 * check the signatures. A token whose contract tells of another domain, or of none, is not offered
 * for permits: every signature would be worth nothing. It is asked once, before the chain is used;
 * a token that changes its name later is found when the service starts again.
 *
 * @throws PortageError `RPC_HTTP_ERROR`
 */
export async function checkDomains(
  { chainId, approvalProxy, tokens, rpc, keccak }: DomainsOptions,
  signal: AbortSignal,
): Promise<CheckedDomains> {
  const domainsOf = (token: string, permit: EvmPermitConfig): readonly TypedDomain[] => {
    if (permit.kind === 'permit2')
      return [{ name: 'Permit2', chainId, verifyingContract: permit2 }];
    const own = { name: permit.name, version: permit.version, chainId, verifyingContract: token };
    return permit.kind === 'eip3009'
      ? [own]
      : [own, { ...proxyDomain, chainId, verifyingContract: approvalProxy }];
  };
  const wanted = [...tokens].map(([token, permit]) => ({
    token,
    permit,
    domains: domainsOf(token, permit),
  }));
  const replies = await rpc.ask(
    wanted.flatMap(({ domains }) => domains.flatMap(questions)),
    signal,
  );
  const offered = new Map<string, EvmPermitConfig>();
  const warnings: string[] = [];
  let at = 0;
  for (const { token, permit, domains } of wanted) {
    const faults = domains.flatMap((domain) => {
      const [separator, described] = replies.slice(at, (at += 2));
      const actual = readSeparator(separator) ?? readDescribed(described, keccak);
      return actual === `0x${hashDomain(domain, keccak)}` ? [] : [faultOf(domain, actual)];
    });
    if (faults.length === 0) offered.set(token, permit);
    else
      warnings.push(`${token} is not paid with by signature (${permit.kind}): ${faults.join(' ')}`);
  }
  return { tokens: offered, warnings };
}

function questions({ verifyingContract }: TypedDomain): readonly RpcRequest[] {
  return [serviceSelectors.DOMAIN_SEPARATOR, serviceSelectors.eip712Domain].map((data) => ({
    method: 'eth_call',
    params: [{ to: verifyingContract, data }, 'latest'],
  }));
}

function faultOf(
  { name, version, verifyingContract: contract }: TypedDomain,
  actual: string | undefined,
): string {
  const configured =
    version === undefined ? `the name "${name}"` : `the name "${name}" and version "${version}"`;
  if (actual === undefined)
    return `The contract at ${contract} tells of no EIP-712 domain that could be compared with ${configured}.`;
  return `The EIP-712 domain of the contract at ${contract} is not the one with ${configured}; check the configuration of the permit.`;
}

/** `DOMAIN_SEPARATOR()`, as EIP-2612 and EIP-3009 have it. */
function readSeparator(reply: RpcReply | undefined): string | undefined {
  if (reply?.ok !== true || typeof reply.result !== 'string') return undefined;
  return /^0x[0-9a-f]{64}$/i.test(reply.result) ? reply.result.toLowerCase() : undefined;
}

/**
 * `eip712Domain()` of EIP-5267; only a domain of name, version, chain and contract (`0x0f`) can be
 * the one that is signed under.
 */
function readDescribed(reply: RpcReply | undefined, keccak: Keccak): string | undefined {
  if (
    reply?.ok !== true ||
    typeof reply.result !== 'string' ||
    !/^0x0f(?:[0-9a-f]{2})*$/i.test(reply.result)
  )
    return undefined;
  const hex = reply.result.slice(2).toLowerCase();
  const text = (at: number): string | undefined => {
    const bytes = readBytesAt(hex, at);
    return bytes === undefined ? undefined : Buffer.from(bytes, 'hex').toString('utf8');
  };
  const [name, version] = [text(1), text(2)];
  if (name === undefined || version === undefined || readWord(hex, 4).length !== 64)
    return undefined;
  const place = { chainId: readUint(hex, 3), verifyingContract: readAddress(hex, 4) };
  return `0x${hashDomain({ name, version, ...place }, keccak)}`;
}
