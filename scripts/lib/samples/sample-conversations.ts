import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { openRawTables } from '#scripts/lib/stack/raw-tables.ts';
import type { Running } from '#scripts/lib/stack/running.ts';
import { sendRequest } from './send-request.ts';

/** Conversations and messages that a sample may need. All but the named ones are on facebook. */
export const CONVERSATION_GIVENS = [
  'reachable-contact',
  'conversation',
  'conversation-of-member',
  'conversation-and-upload',
  'closed-conversation',
  'replaced-conversation',
  'opted-out-conversation',
  'sms-conversation',
  'whatsapp-conversation',
  'queued-message',
  'claimed-message',
  'sent-message',
  'opted-out-message',
  'received-message',
] as const;

type ConversationGiven = (typeof CONVERSATION_GIVENS)[number];
type Values = Record<string, string>;

const SALESBOT = '/api/v1/salesbot';

const created = v.object({ data: v.object({ id: v.string(), revision: v.string() }) });
const claimedSchema = v.object({ data: v.object({ claim: v.object({ token: v.string() }) }) });
const membersSchema = v.object({ data: v.array(v.object({ id: v.string() })) });
const uploadSchema = v.object({ data: v.object({ uuid: v.string() }) });

/** Platforms of conversations that no sample can create, because their phone numbers belong to AWS. */
const MOVED: Partial<Record<ConversationGiven, string>> = {
  'sms-conversation': 'sms',
  'whatsapp-conversation': 'whatsapp',
};

export function isConversationGiven(given: string): given is ConversationGiven {
  return CONVERSATION_GIVENS.some((each) => each === given);
}

/** Creates conversations and messages through the API; returns the values of their placeholders. */
export async function prepareConversationGiven(running: Running, given: ConversationGiven): Promise<Values> {
  const contact = given === 'sms-conversation' ? { name: 'Sample' } : { name: 'Sample', phone: aNumber() };
  const contactId = (await create('/contacts', contact)).id;
  const foreignId = `sample-${randomUUID()}`;
  if (given === 'reachable-contact') return { contactId, foreignId };
  if (given === 'received-message') return { contactId, foreignId, messageId: await receive() };
  const { id: conversationId, revision } = await create('/conversations', {
    contact_id: contactId,
    platform: 'facebook',
  });
  const values = { contactId, conversationId, conversationRevision: revision };
  const platform = MOVED[given];
  if (platform !== undefined) await moveTo(platform);
  if (given === 'conversation-of-member') return { ...values, memberId: await aMember() };
  if (given === 'conversation-and-upload') return { ...values, mediaUuid: await announce() };
  if (given === 'closed-conversation' || given === 'replaced-conversation')
    await send(`/conversations/${conversationId}/close`, {});
  if (given === 'replaced-conversation')
    await create('/conversations', { contact_id: contactId, platform: 'facebook' });
  if (given === 'opted-out-conversation') await optOut();
  return given.endsWith('-message') ? { ...values, ...(await prepareMessage()) } : values;

  async function prepareMessage(): Promise<Values> {
    const { id: messageId } = await create(`/conversations/${conversationId}/messages`, { text: 'Hello' });
    if (given === 'opted-out-message') await optOut();
    if (given === 'queued-message' || given === 'opted-out-message') return { messageId };
    const { claim } = v.parse(claimedSchema, await send(`/messages/${messageId}/claim`, {})).data;
    if (given === 'sent-message')
      await send(`/messages/${messageId}/report`, { status: 'sent', claim_token: claim.token });
    return { messageId, claimToken: claim.token };
  }

  async function receive(): Promise<string> {
    const from = { platform: 'facebook', contact_id: contactId, provider: 'meta' };
    return (await create('/messages/incoming', { ...from, text: 'Hello', provider_message_id: foreignId }))
      .id;
  }

  function optOut(): Promise<unknown> {
    return sendRequest(running, 'PATCH', `${SALESBOT}/contacts/${contactId}`, { opted_out: ['facebook'] });
  }

  async function announce(): Promise<string> {
    const picture = { name: 'Sample.png', mime_type: 'image/png', size: 67 };
    const path = `/os/api/${running.workspaceId}/media`;
    return v.parse(uploadSchema, await sendRequest(running, 'POST', path, picture)).data.uuid;
  }

  async function aMember(): Promise<string> {
    const [member] = v.parse(membersSchema, await sendRequest(running, 'GET', '/api/v1/members')).data;
    if (!member) throw new Error('The workspace has no member');
    return member.id;
  }

  async function moveTo(other: string): Promise<void> {
    const tables = openRawTables(running);
    await tables.rewrite((item) =>
      item['id'] === conversationId && item['resource'] === 'conversation'
        ? { ...item, platform: other }
        : undefined,
    );
    tables.close();
  }

  async function create(path: string, body: unknown) {
    return v.parse(created, await send(path, body)).data;
  }

  function send(path: string, body: unknown): Promise<unknown> {
    return sendRequest(running, 'POST', `${SALESBOT}${path}`, body);
  }
}

/** A number of Berlin that no other sample has. */
function aNumber(): string {
  return `+4930${String(Number.parseInt(randomUUID().slice(0, 8), 16) % 100_000_000).padStart(8, '0')}`;
}
