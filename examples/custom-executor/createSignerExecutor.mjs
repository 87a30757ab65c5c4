import { defineExecutor, PortageError } from '@portage/sdk';
import { evmCodec } from '@portage/sdk/evm';
import { decodeFunctionData, encodeFunctionData, parseAbi, zeroAddress } from 'viem';

const abi = parseAbi(['function depositNative(address depositor, bytes32 id) payable']);
const receiptsMax = 120;

/**
 * Performs deposits of native currency with a signer: `signer.address`, and
 * `signer.sign(transaction)` that resolves with the signed bytes. `rpcUrls` are the nodes that they
 * are sent to, by chain.
 */
export function createSignerExecutor({ signer, rpcUrls }) {
  return defineExecutor({
    vm: 'evm',
    codec: evmCodec,
    address: async () => signer.address,
    read: (data) => (isTransaction(data) ? data : undefined),
    effects: (data) => [
      readDeposit(data) ?? { type: 'unknown', chainId: data.chainId, reason: 'no deposit' },
    ],
    submit: async ({ chainId, to, data, value }) => {
      const call = (method, ...params) => ask(rpcUrls[chainId], method, params);
      const transaction = {
        from: signer.address,
        to,
        data,
        value: `0x${BigInt(value).toString(16)}`,
      };
      const [nonce, gas, gasPrice] = await Promise.all([
        call('eth_getTransactionCount', signer.address, 'pending'),
        call('eth_estimateGas', transaction),
        call('eth_gasPrice'),
      ]);
      const signed = await signer.sign({
        type: 'legacy',
        chainId,
        to,
        data,
        value: BigInt(value),
        nonce: Number(nonce),
        gas: BigInt(gas),
        gasPrice: BigInt(gasPrice) * 2n,
      });
      return { type: 'transaction', chainId, txId: await call('eth_sendRawTransaction', signed) };
    },
    confirm: async ({ chainId, txId }, { signal }) => {
      for (let look = 0; look < receiptsMax; look += 1) {
        signal.throwIfAborted();
        const receipt = await ask(rpcUrls[chainId], 'eth_getTransactionReceipt', [txId]);
        if (receipt?.status === '0x1') return;
        if (receipt?.status === '0x0')
          throw new PortageError('TRANSACTION_REVERTED', { context: { txId } });
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      throw new PortageError('EXECUTION_TIMED_OUT', { message: `${txId} is in no block.` });
    },
  });
}

function isTransaction(data) {
  const { to, data: calldata, value, chainId } = Object(data);
  return (
    [to, calldata, value].every((text) => typeof text === 'string') && Number.isInteger(chainId)
  );
}

/** Effect of exactly one call; undefined for anything longer, shorter or other. */
function readDeposit({ chainId, to, value, data }) {
  try {
    const { args } = decodeFunctionData({ abi, data });
    if (encodeFunctionData({ abi, args }) !== data.toLowerCase()) return undefined;
    const [depositor, orderId] = args;
    const said = { depository: to.toLowerCase(), depositor: depositor.toLowerCase(), orderId };
    return { type: 'deposit', chainId, currency: zeroAddress, amount: BigInt(value), ...said };
  } catch {
    return undefined;
  }
}

async function ask(url, method, params) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json' };
  const { result, error } = await (await fetch(url, { method: 'POST', headers, body })).json();
  if (error) throw new PortageError('WALLET_ERROR', { message: `${method}: ${error.message}` });
  return result;
}
