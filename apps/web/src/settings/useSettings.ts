import { useQuery } from '@tanstack/react-query';
import { settings, type Settings } from './readSettings.js';

/** Settings of the server; undefined until they are there. */
export function useSettings(): Settings | undefined {
  return useQuery({ queryKey: ['settings'], queryFn: () => settings, staleTime: Infinity }).data;
}
