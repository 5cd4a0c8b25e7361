import { useEffect, useState } from 'preact/hooks';
import { useNear } from '#console/parts/lists/use-near.ts';
import { nameOf, readContact } from '#console/screens/messaging/contact-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';

/** Names are read this close to the window, and again after this time. */
const AHEAD = '300px';
const FRESH_MS = 15 * MINUTE_MS;

/** The name of a contact of a row. A list has IDs only, so the name is read when the row comes near the window. */
export function ContactName({ contact }: { readonly contact: string }) {
  const { session, queries, isLocked } = useSigned();
  const [isNear, setNear] = useState(false);
  const [name, setName] = useState<string>();
  const element = useNear<HTMLElement>(AHEAD, (near) => near && setNear(true), []);
  const isWanted = isNear && !isLocked && may(session, 'salesbot:contacts:read');
  useEffect(() => {
    if (!isWanted) return undefined;
    let isShown = true;
    void queries
      .query({
        queryKey: ['contact-name', contact],
        queryFn: async () => nameOf(await readContact(session, contact)),
        staleTime: FRESH_MS,
        retry: false,
      })
      // The ID stays where the name cannot be read, for example after the contact was deleted.
      .then(
        (found) => isShown && setName(found),
        () => undefined,
      );
    return () => {
      isShown = false;
    };
  }, [isWanted, contact]);
  return <bdi ref={element}>{name ?? nameOf({ id: contact })}</bdi>;
}
