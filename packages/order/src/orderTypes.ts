/** Name of a struct of an order. */
export type OrderStruct =
  'order' | 'input' | 'inputPayment' | 'inputRefund' | 'output' | 'outputPayment' | 'fee';

/**
 * EIP-712 types of an order. Each is followed by the types that it refers to, in alphabetical
 * order.
 */
export const orderTypes: Readonly<Record<OrderStruct, string>> = {
  order:
    'Order(string version,string solverChainId,address solver,uint256 salt,Input[] inputs,Output output,Fee[] fees)' +
    'Fee(string recipientChainId,bytes recipient,string currencyChainId,bytes currency,uint256 amount)' +
    'Input(InputPayment payment,InputRefund[] refunds)' +
    'InputPayment(string chainId,bytes currency,uint256 amount,uint256 weight)' +
    'InputRefund(string chainId,bytes recipient,bytes currency,uint256 minimumAmount,uint32 deadline,bytes extraData)' +
    'Output(string chainId,OutputPayment[] payments,uint32 deadline,bytes[] calls,bytes extraData)' +
    'OutputPayment(bytes recipient,bytes currency,uint256 minimumAmount,uint256 expectedAmount)',
  input:
    'Input(InputPayment payment,InputRefund[] refunds)' +
    'InputPayment(string chainId,bytes currency,uint256 amount,uint256 weight)' +
    'InputRefund(string chainId,bytes recipient,bytes currency,uint256 minimumAmount,uint32 deadline,bytes extraData)',
  inputPayment: 'InputPayment(string chainId,bytes currency,uint256 amount,uint256 weight)',
  inputRefund:
    'InputRefund(string chainId,bytes recipient,bytes currency,uint256 minimumAmount,uint32 deadline,bytes extraData)',
  output:
    'Output(string chainId,OutputPayment[] payments,uint32 deadline,bytes[] calls,bytes extraData)' +
    'OutputPayment(bytes recipient,bytes currency,uint256 minimumAmount,uint256 expectedAmount)',
  outputPayment:
    'OutputPayment(bytes recipient,bytes currency,uint256 minimumAmount,uint256 expectedAmount)',
  fee: 'Fee(string recipientChainId,bytes recipient,string currencyChainId,bytes currency,uint256 amount)',
};

/**
 * `keccak256` of each type, written out so that importing this module hashes nothing. A test
 * computes them again.
 */
export const orderTypeHashes: Readonly<Record<OrderStruct, string>> = {
  order: '0xee05e73da8f2fce11d34a78a39998b4dd8a56c6298aa9ad2870c3f9a2821dc8e',
  input: '0xc5b0643c7427e4816be79fd8064fc108fc7c5aefbe7016b1eeeb150228f93745',
  inputPayment: '0x66edc7ab4e5f0ad0adad21638ffff360dbf956d89a28f9ec6cdd3e7a123bb4eb',
  inputRefund: '0x9f8e11410c9bfb023e54a2bfcc41ef4f8db1fe4bb5db7873169ff3aead2bf0e2',
  output: '0xec5bd83409077be71a3fbc2c8578ea7dd1aa0ce0a7be97571a0a89e61e2c2269',
  outputPayment: '0x96c6557b6ec114bb9ff5291394bf5f35c3685043c1a46f43146634a70dca0cdc',
  fee: '0x5e1420e6482d4138dbc016fa378f064eb120b8b82c866fbb1da0b68c92f8abae',
};
