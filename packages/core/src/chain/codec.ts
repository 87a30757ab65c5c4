import type { DestinationInstruction } from '../schemas/destinationInstruction.js';
import type { DepositAddressOwner } from './deposit/depositAddresses.js';

/** Addresses, currencies and transaction ids as one VM writes them. Pure: no network, no clock. */
export interface Codec {
  /** Name of the VM, as in `evm`. */
  readonly vm: string;
  /** The address that stands for the native currency. */
  readonly nativeCurrency: string;
  /**
   * The one canonical text of an address (EVM: lower case).
   *
   * @throws PortageError `INVALID_ADDRESS`
   */
  normalizeAddress(address: string): string;
  /** Bytes of an address, as an order hashes them. @throws PortageError `INVALID_ADDRESS` */
  encodeAddress(address: string): Uint8Array;
  /** Text of address bytes. @throws PortageError `INVALID_ADDRESS` */
  decodeAddress(bytes: Uint8Array): string;
  /**
   * Bytes of a currency id; the same as an address on most VMs. @throws PortageError
   * `INVALID_ADDRESS`
   */
  encodeCurrency(currency: string): Uint8Array;
  /** The one canonical text of a transaction id. @throws PortageError `INVALID_REQUEST` */
  normalizeTransactionId(id: string): string;
  /**
   * Hex of a destination call as `orderData.output.calls` holds it; absent where the VM has no
   * calls.
   */
  encodeCall?(call: { readonly to: string; readonly value: bigint; readonly data: string }): string;
  /**
   * The call that an instruction of `txs` asks for: its program, no value, and its accounts and
   * data as hex. Absent where calls are no instructions. @throws PortageError `INVALID_ADDRESS`
   */
  instructionCall?(instruction: DestinationInstruction): {
    readonly to: string;
    readonly value: bigint;
    readonly data: string;
  };
  /**
   * The call that {@link Codec.encodeCall} wrote; absent where the VM has no calls. @throws
   * PortageError `INVALID_EXTRA_TXS`
   */
  decodeCall?(encoded: string): {
    readonly to: string;
    readonly value: bigint;
    readonly data: string;
  };
  /**
   * The address whose money can only become a deposit for an order and its depositor, from the
   * contract that makes such addresses; absent where the VM has none. @throws PortageError
   * `INVALID_ADDRESS`
   */
  depositAddress?(factory: string, owner: DepositAddressOwner): string;
}
