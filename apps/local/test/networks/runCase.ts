import { withDearGas } from '@portage/devnet';
import { createLog } from '@portage/service';
import type { Hex } from 'viem';
import { createContext } from '../../src/createContext.js';
import { transfer } from '../../src/demonstrations/transfer.js';
import type { System } from '../../src/startSystem.js';
import { evmChains } from '../evmChains.js';
import { startOnSharedServer } from '../startOnSharedServer.js';
import { awaitOpen, codeOf } from './awaitOpen.js';
import { awaitAllowances, takeAllowanceBack, type DescribedChain } from './firstStart.js';
import type { NetworkCase } from './networkCase.js';
import { startNetworkNode, type NetworkNode } from './startNetworkNode.js';
import { watchTransfer } from './watchTransfer.js';

const origin = 8453;
const destination = 10;

/** Milliseconds for a whole transfer: an order that is not paid is paid back before. */
const caseMsMax = 150_000;

/** Result of a case. */
export interface CaseReport {
  /** `success` or `refund` of a transfer, or the code of a refusal. */
  readonly ended: string;
  /** Words of a refusal. */
  readonly reason?: string | undefined;
  /** Blocks of the destination from the one that was newest at the deposit to the fill. */
  readonly blocks: number | null;
  /** Whether a payout was called sent while no node had taken a transaction since the deposit. */
  readonly isPhantom: boolean;
  /** Answers that the rule made. */
  readonly refusals: number;
  /** Calls to the nodes of both chains. */
  readonly calls: number;
  /** Messages of the service about chains and endpoints, each once, with the host's words. */
  readonly logged: readonly string[];
  readonly seconds: number;
}

/** Nodes by chain: those with the rules, and those beside them. */
interface Nodes<Map = ReadonlyMap<number, NetworkNode>> {
  readonly nodes: Map;
  readonly beside: Map;
}

/** Starts a devnet whose chains are asked through nodes with rules, and makes one transfer. */
export async function runCase(found: NetworkCase): Promise<CaseReport> {
  const started = performance.now();
  const nodes = new Map<number, NetworkNode>();
  const beside = new Map<number, NetworkNode>();
  const lines: string[] = [];
  let system: System | undefined;
  try {
    system = await startOnSharedServer({
      dataDir: undefined,
      port: 0,
      // The shortest time between blocks of many networks.
      blockTimeSeconds: 2,
      accounts: 4,
      chains: evmChains,
      log: createLog('info', {
        clean: (line) => {
          lines.push(line);
          return '';
        },
      }),
      configure: (described) => openNodes(found, described, { nodes, beside }),
    });
    const end = await makeTransfer(found, system, { nodes, beside });
    return { ...end, ...countCalls(nodes), logged: tellLog(lines), seconds: since(started) };
  } catch (error) {
    const ended = codeOf(error);
    const reason = error instanceof Error ? error.message : undefined;
    const nothing = { ended, reason, blocks: null, isPhantom: false };
    return { ...nothing, ...countCalls(nodes), logged: tellLog(lines), seconds: since(started) };
  } finally {
    await system?.close();
    await Promise.all([...nodes.values(), ...beside.values()].map((node) => node.close()));
  }
}

/** Puts a node with the rules of the case before each chain; the service knows no other. */
async function openNodes<Configuration extends object>(
  { rules, on, from, blocksBefore = 0, baseFee, isBeside = false, ends }: NetworkCase,
  described: Configuration,
  { nodes, beside }: Nodes<Map<number, NetworkNode>>,
): Promise<Configuration> {
  const { chains, policy, keys } = described as unknown as {
    readonly policy: object;
    readonly keys: { readonly evm: { readonly solver: Hex } };
    readonly chains: readonly DescribedChain[];
  };
  const opened = await Promise.all(
    chains.map(async (chain) => {
      const isRuled = on === undefined || chain.id === destination;
      if (ends === 'fill' && chain.id === destination)
        await takeAllowanceBack(chain, keys.evm.solver);
      const node = await startNetworkNode(chain.rpcUrls[0] ?? '', {
        rules: isRuled ? rules() : {},
        isKept: from === undefined,
      });
      nodes.set(chain.id, node);
      if (blocksBefore > 0) await node.ask('anvil_mine', [`0x${blocksBefore.toString(16)}`, '0x0']);
      if (baseFee?.from === 'start' && chain.id === destination)
        await node.ask('anvil_setNextBlockBaseFeePerGas', [`0x${baseFee.wei.toString(16)}`]);
      const settings = { ...chain, wsUrl: undefined, pollMs: 250 };
      if (!isBeside) return { ...settings, rpcUrls: [node.url] };
      const other = await startNetworkNode(chain.rpcUrls[0] ?? '', { rules: {}, isKept: true });
      beside.set(chain.id, other);
      return { ...settings, rpcUrls: [node.url, other.url], quorum: 1 };
    }),
  );
  // Gas that is too dear is waited for, and these waits are no part of the case.
  const waits = { fills: { gasWaitMs: 3_000, refundWaitMs: 3_000 } };
  return { ...described, policy: { ...policy, ...waits }, chains: opened };
}

async function makeTransfer(
  found: NetworkCase,
  system: System,
  { nodes, beside }: Nodes,
): Promise<Pick<CaseReport, 'ended' | 'blocks' | 'isPhantom'>> {
  const signal = AbortSignal.timeout(caseMsMax);
  if (found.ends === 'fill') {
    await awaitOpen(system.url, [origin, destination], signal);
    await awaitAllowances(system, destination);
  }
  const paid = nodes.get(origin);
  const filled = nodes.get(destination);
  if (paid === undefined || filled === undefined) throw new Error('Each chain has a node.');
  const other = beside.get(destination);
  const watch = watchTransfer({ url: system.url, paid, filled, beside: other, signal });
  const dear = new AbortController();
  const done = await transfer(createContext(system, 1, { signal }), {
    from: 'usdc@base',
    to: 'usdc@optimism',
    amount: '20',
    onQuote: async ({ requestId }) => {
      if (found.baseFee?.from === 'quote')
        await keepDear(system, found.baseFee.wei, AbortSignal.any([dear.signal, signal]));
      for (const node of nodes.values()) node.keepRules();
      watch.begin(requestId);
    },
    onDeposit: (txId) => void watch.deposited(txId),
  }).finally(() => dear.abort());
  const seen = await watch.end();
  const [fill] = done.txHashes;
  const blocks =
    done.status === 'success' && fill !== undefined ? await seen.blocksUntil(fill) : null;
  return { ended: done.status, blocks, isPhantom: seen.isPhantom };
}

/** Raises the base fee of the destination until the signal aborts; returns once it is seen. */
async function keepDear({ devnet }: System, weiPerGas: bigint, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    withDearGas(devnet, { chainId: destination, weiPerGas }, () => {
      resolve();
      return new Promise<void>((end) =>
        signal.addEventListener('abort', () => end(), { once: true }),
      );
    }).catch(reject);
  });
}

function countCalls(
  nodes: ReadonlyMap<number, NetworkNode>,
): Pick<CaseReport, 'refusals' | 'calls'> {
  const all = [...nodes.values()];
  const sum = (numbers: readonly number[]): number =>
    numbers.reduce((one, other) => one + other, 0);
  return {
    refusals: sum(all.map((node) => node.refusals())),
    calls: sum(all.flatMap((node) => [...node.calls.values()])),
  };
}

/** Messages of the service about chains and endpoints, each once, with its first words. */
function tellLog(lines: readonly string[]): readonly string[] {
  const told = new Map<string, string>();
  for (const line of lines) {
    const { level, msg, chain, error, words, endpoint, warning, reason, lacks } = JSON.parse(
      line,
    ) as Record<string, unknown>;
    const isAbout = chain !== undefined || endpoint !== undefined || Number(level) >= 40;
    const detail = [words, error, warning, reason, lacks].find((each) => typeof each === 'string');
    if (isAbout && !told.has(String(msg)))
      told.set(String(msg), detail === undefined ? String(msg) : `${String(msg)}: ${detail}`);
  }
  return [...told.values()];
}

function since(started: number): number {
  return Math.round((performance.now() - started) / 100) / 10;
}
