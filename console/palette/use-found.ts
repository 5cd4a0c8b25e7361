import { Search } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { findAll, type Found, isExact } from '#console/screens/find-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { useAllowed } from '#console/session/use-allowed.ts';
import type { Entry } from './entry.ts';

/** The API is asked after the person has stopped typing for this many milliseconds. */
const PAUSE_MS = 250;

/** What has the ID or the address that the person has typed. */
export function useFound(text: string): {
  readonly entries: readonly Entry[];
  readonly isBusy: boolean;
  readonly error: Error | null;
} {
  const { session } = useSigned();
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const isAsked = asked === text && isExact(text);
  const { data, error } = useAllowed<readonly Found[]>(isAsked, ['find', text], () => findAll(session, text));
  const found = isAsked ? (data ?? []) : [];
  return {
    entries: found.map(({ kind, name, href }) => ({
      id: href,
      group: 'Found',
      icon: Search,
      name,
      words: '',
      hint: kind,
      isForeign: true,
      href,
    })),
    isBusy: isExact(text) && (asked !== text || (!data && !error)),
    error: isAsked ? error : null,
  };
}
