import type { RpcReply, RpcRequest } from '@portage/chain-kit';
import { bytesWords, readAddress, readBytesAt, serviceSelectors, uintWord } from '@portage/evm/abi';
import { multicallEachRequest, readMulticallEach, type ReadCall } from '../swap/multicall.js';

/** Selector of the question, which is also what a contract answers for a valid signature. */
const { isValidSignature } = serviceSelectors;

/** End of a signature of an account that is not deployed yet (ERC-6492). */
const wrapMark = '6492'.repeat(16);

/** Units of gas that a contract may use to check a signature, its deployment among them. */
const gasMax = 5_000_000;

/** A signature that a contract is asked about. */
export interface ContractQuestion {
  readonly account: string;
  /** 32 bytes, `0x` and hexadecimal. */
  readonly hash: string;
  readonly signature: string;
  readonly multicall3: string | undefined;
}

/** A request, and how its answer is read. */
export interface ContractRequest {
  readonly request: RpcRequest;
  read(reply: RpcReply | undefined): boolean;
}

/** How a contract is asked about a signature. */
export interface ContractRequests {
  /** Question to a contract that is deployed: nothing is called before it. */
  readonly deployed: ContractRequest;
  /**
   * Question to an account without code: the call that the signature brings deploys it first
   * (ERC-6492). That call may be of any party's making, so it is never made where there is code: it
   * could change what the contract goes by. Undefined where the signature brings none.
   */
  readonly undeployed: ContractRequest | undefined;
}

/**
 * How a chain is asked whether a contract takes a signature as its own. What reverts, runs out of
 * gas or answers anything else does not. Undefined for a signature that nothing can be asked about.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1271
 * @see https://eips.ethereum.org/EIPS/eip-6492
 */
export function askContract({
  account,
  hash,
  signature,
  multicall3,
}: ContractQuestion): ContractRequests | undefined {
  const check = (bytes: string): ReadCall => ({
    to: account,
    data: `${isValidSignature}${hash.slice(2)}${uintWord(0x40n)}${bytesWords(bytes)}`,
  });
  const askDirectly = (bytes: string): ContractRequest => ({
    request: { method: 'eth_call', params: [{ ...check(bytes), gas: gasText }, 'latest'] },
    read: (reply) => isMagic(resultOf(reply)),
  });
  if (!signature.toLowerCase().endsWith(wrapMark))
    return { deployed: askDirectly(signature), undeployed: undefined };
  const wrapped = readWrapped(signature);
  if (wrapped === undefined || multicall3 === undefined) return undefined;
  const { method, params } = multicallEachRequest(multicall3, [
    wrapped.deployment,
    check(wrapped.signature),
  ]);
  const [call, ...rest] = params;
  return {
    deployed: askDirectly(wrapped.signature),
    undeployed: {
      request: { method, params: [{ ...Object(call), gas: gasText }, ...rest] },
      read: (reply) => {
        const result = resultOf(reply);
        return result !== undefined && isMagic(readMulticallEach(result, 2)[1]);
      },
    },
  };
}

const gasText = `0x${gasMax.toString(16)}`;

/** Result of a call; undefined where the node reports a failure. */
function resultOf(reply: RpcReply | undefined): unknown {
  return reply?.ok === true ? reply.result : undefined;
}

function isMagic(result: unknown): boolean {
  return (
    typeof result === 'string' && result.toLowerCase() === `${isValidSignature}${'00'.repeat(28)}`
  );
}

/** `(address factory, bytes data, bytes signature)` before the mark of ERC-6492. */
function readWrapped(
  signature: string,
): { readonly deployment: ReadCall; readonly signature: string } | undefined {
  const words = signature.slice(2, -wrapMark.length).toLowerCase();
  if (words.length < 64 * 5 || words.length % 64 !== 0) return undefined;
  try {
    const data = readBytesAt(words, 1);
    const inner = readBytesAt(words, 2);
    if (data === undefined || inner === undefined) return undefined;
    return {
      deployment: { to: readAddress(words, 0), data: `0x${data}` },
      signature: `0x${inner}`,
    };
  } catch {
    return undefined;
  }
}
