import * as v from 'valibot';
import type { ExampleApi } from './example-api.ts';
import type { ExampleStep } from './example-step.ts';

/** The number of the example workspace in the sandbox, which reaches nobody. */
const NUMBER = '+12025550170';

type Line = { readonly from: 'contact' | 'workspace'; readonly text: string };

/** What a contact and the shop wrote to each other. The phone numbers are from the range reserved for fiction. */
export const EXAMPLE_CONVERSATIONS: readonly {
  readonly name: string;
  readonly phone: string;
  readonly lines: readonly Line[];
}[] = [
  {
    name: 'Nora Lindgren',
    phone: '+12025550150',
    lines: [
      { from: 'contact', text: 'Hello! Does the desk lamp come with a bulb?' },
      { from: 'workspace', text: 'Hello Nora! Yes, with an LED bulb of 6 watts.' },
      { from: 'contact', text: 'Great, then I will order two.' },
    ],
  },
  {
    name: 'Samuel Okafor',
    // The sandbox reports that messages to this number fail.
    phone: '+12025550106',
    lines: [
      { from: 'contact', text: 'My lamp flickers. Can you call me?' },
      { from: 'workspace', text: 'We are sorry about that. We call you this afternoon.' },
    ],
  },
];

const NUMBERS = '/api/v1/salesbot/phone-numbers';
const CONTACTS = '/api/v1/salesbot/contacts';

const numbersSchema = v.object({ data: v.array(v.object({ id: v.string(), phone: v.string() })) });
const contactsSchema = v.object({ data: v.array(v.object({ id: v.string() })) });
const createdSchema = v.object({ data: v.object({ id: v.string() }) });
const messageSchema = v.object({ data: v.object({ conversation_id: v.string() }) });

/** Connects the number, then creates each contact and its conversation. */
export const CONVERSATION_STEPS: readonly ExampleStep[] = [
  connectNumber,
  ...EXAMPLE_CONVERSATIONS.map(({ name, phone, lines }): ExampleStep => async ({ api }) => {
    const contactId = await findContact(api, phone, name);
    let conversationId = '';
    for (const [index, { from, text }] of lines.entries()) {
      const key = `example-${phone}-${index}`;
      // Both requests can be repeated: the first one has the id of a provider, the second one an idempotency key.
      if (from === 'contact') {
        const message = { platform: 'sandbox', contact_id: contactId, text, provider: 'sandbox' };
        const body = { ...message, provider_message_id: key };
        const answer = await api.send('POST', '/api/v1/salesbot/messages/incoming', body);
        conversationId = v.parse(messageSchema, answer).data.conversation_id;
      } else
        await api.send('POST', `/api/v1/salesbot/conversations/${conversationId}/messages`, { text }, key);
    }
  }),
];

/** Connects the number of the sandbox, and verifies it. */
export async function connectNumber({ api }: { readonly api: ExampleApi }): Promise<void> {
  const { data } = v.parse(numbersSchema, await api.send('GET', NUMBERS));
  const id =
    data.find(({ phone }) => phone === NUMBER)?.id ??
    (await create(api, NUMBERS, { platform: 'sandbox', phone: NUMBER }));
  await api.send('POST', `${NUMBERS}/${id}/verify`);
}

async function findContact(api: ExampleApi, phone: string, name: string): Promise<string> {
  const path = `${CONTACTS}?phone=${encodeURIComponent(phone)}`;
  const [known] = v.parse(contactsSchema, await api.send('GET', path)).data;
  return known?.id ?? create(api, CONTACTS, { name, phone, platform: 'sandbox' });
}

async function create(api: ExampleApi, path: string, body: object): Promise<string> {
  return v.parse(createdSchema, await api.send('POST', path, body)).data.id;
}
