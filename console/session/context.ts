import type { QueryClient } from '@tanstack/query-core';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Session } from './session.ts';

export type Signed = {
  readonly session: Session;
  readonly queries: QueryClient;
  /** Whether the key has ended: the screens are hidden and send nothing. */
  readonly isLocked: boolean;
  /** Exact times in the time zone of the workspace, with its name. */
  readonly timeFormat: Intl.DateTimeFormat;
};

/** The first part of the key of a place that a person has left, among all reads. */
export const PLACE = 'place';

export const SignedContext = createContext<Signed | undefined>(undefined);

/** The key in use and what it has read. @throws Error outside of the shell */
export function useSigned(): Signed {
  const signed = useContext(SignedContext);
  if (!signed) throw new Error('A screen needs a key');
  return signed;
}
