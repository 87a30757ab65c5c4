import { useQuery } from '@tanstack/react-query';

const evmAddress = /^0x[0-9a-fA-F]{40}$/;

/**
 * Writes addresses as their wallets do: those of the EVM with the checksum in their letters
 * (EIP-55), all others as they are. Until the hash is loaded an address stays as it came.
 */
export function useAddressText(): (address: string) => string {
  const { data: getAddress } = useQuery({
    queryKey: ['checksum'],
    queryFn: async () => (await import('./checksum.js')).getAddress,
    staleTime: Infinity,
    structuralSharing: false,
  });
  return (address) =>
    getAddress !== undefined && evmAddress.test(address)
      ? getAddress(address.toLowerCase())
      : address;
}
