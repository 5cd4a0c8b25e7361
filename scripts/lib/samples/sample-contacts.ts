import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Running } from '#scripts/lib/stack/running.ts';
import { sendRequest } from './send-request.ts';

/** Contacts that a sample may need, and an address that no contact has. */
export const CONTACT_GIVENS = ['contact', 'two-contacts', 'free-address'] as const;

type ContactGiven = (typeof CONTACT_GIVENS)[number];

const responseSchema = v.object({
  data: v.object({ id: v.string(), revision: v.string(), email: v.string() }),
});

export function isContactGiven(given: string): given is ContactGiven {
  return CONTACT_GIVENS.some((each) => each === given);
}

/** Creates contacts through the API; returns the values of the placeholders. */
export async function prepareContactGiven(
  running: Running,
  given: ContactGiven,
): Promise<Record<string, string>> {
  if (given === 'free-address') return { freeEmail: anAddress() };
  const { id, revision, email } = await create();
  return {
    contactId: id,
    contactRevision: revision,
    contactEmail: email,
    ...(given === 'two-contacts' ? { otherEmail: (await create()).email } : {}),
  };

  async function create() {
    const body = { name: 'Sample', email: anAddress(), stage: 'lead' };
    const response = await sendRequest(running, 'POST', '/api/v1/salesbot/contacts', body);
    return v.parse(responseSchema, response).data;
  }
}

function anAddress(): string {
  return `sample-${randomUUID()}@example.com`;
}
