import { type Contact, readContact } from '#console/screens/messaging/contact-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { ApiProblemError } from '#console/session/problem.ts';
import { type Loaded, useQuery } from '#console/session/use-query.ts';

/** The contact of a conversation: `missing` if it was deleted, `hidden` if the key cannot read contacts. */
export type TalkContact = Contact | 'missing' | 'hidden';

/** Reads the contact of a conversation and keeps it current. */
export function useTalkContact(contact: string, refetchMs: number): Loaded<TalkContact> {
  const { session } = useSigned();
  return useQuery<TalkContact>(
    ['talk-contact', contact],
    async () => {
      if (!may(session, 'salesbot:contacts:read')) return 'hidden';
      try {
        const found = await readContact(session, contact);
        return found.source === 'platform' ? found : 'missing';
      } catch (error) {
        if (error instanceof ApiProblemError && error.status === 404) return 'missing';
        throw error;
      }
    },
    refetchMs,
  );
}
