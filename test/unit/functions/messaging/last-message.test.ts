import { describe, expect } from 'vitest';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { withinWorkspace } from '#test/support/fakes/platform/memory-core.ts';
import { it, type startConversationApi } from '#test/support/fixtures/messaging/conversation-api.ts';

type Messaging = Awaited<ReturnType<typeof startConversationApi>>;

let received = 0;

/** Records a message of the contact. */
function receive({ create, contact }: Messaging, fields: Readonly<Record<string, unknown>> = {}) {
  received += 1;
  return create('receive-message', {
    platform: 'facebook',
    contact_id: contact,
    text: 'Are you open?',
    provider: 'meta',
    provider_message_id: `m${received}`,
    ...fields,
  });
}

/** The last message as one conversation shows it; the list must show the same. */
async function shownIn({ run, call, conversation }: Messaging) {
  const { body } = await run('get-conversation');
  const { body: list } = await call('list-conversations');
  const listed = list.data.find(({ id }: { id: string }) => id === conversation);
  expect(listed).toEqual(body.data);
  return body.data.last_message;
}

/** The last message in the response to a command. */
async function answeredBy({ run }: Messaging, name: Parameters<Messaging['run']>[0], json: object = {}) {
  const { status, body } = await run(name, { json: { ...json } });
  expect(status).toBe(200);
  return body.data.last_message;
}

describe('last_message', () => {
  it('is null in a conversation without messages', async (messaging) => {
    expect(await shownIn(messaging)).toBeNull();
  });

  it('is the message that was sent, with each status that it gets', async (messaging) => {
    const message = await messaging.send({ text: 'Hello' });
    const last = { text: 'Hello', direction: 'out', at: secondsAfterNow(60).toISOString() };
    expect(await shownIn(messaging)).toEqual({ ...last, status: 'queued' });
    messaging.api.clock.advance(1);
    const token = await messaging.claim(message);
    expect(await shownIn(messaging)).toEqual({ ...last, status: 'sending' });

    for (const status of ['sent', 'delivered', 'read']) {
      await messaging.report(message, { status, claim_token: token });
      expect(await shownIn(messaging)).toEqual({ ...last, status });
    }
  });

  it.each([
    ['failed', 'failed'],
    ['released', 'queued'],
  ])('has the status of a message that its engine reports as %s', async (reported, status, messaging) => {
    const message = await messaging.send();
    const token = await messaging.claim(message);
    await messaging.report(message, { status: reported, claim_token: token });

    expect(await shownIn(messaging)).toMatchObject({ status });
  });

  it('is the message of the contact after it, and the answer after that', async (messaging) => {
    await messaging.send();
    messaging.api.clock.advance(10);
    await receive(messaging);
    expect(await shownIn(messaging)).toEqual({
      text: 'Are you open?',
      direction: 'in',
      status: 'received',
      at: secondsAfterNow(70).toISOString(),
    });
    messaging.api.clock.advance(10);
    await messaging.send({ text: 'We are.' });

    expect(await shownIn(messaging)).toMatchObject({ text: 'We are.', direction: 'out', status: 'queued' });
  });

  it('stays the newest message when an older one arrives late or again', async (messaging) => {
    await receive(messaging, { provider_message_id: 'twice', sent_at: secondsAfterNow(30).toISOString() });
    await messaging.send();
    const newest = await shownIn(messaging);
    await receive(messaging, { sent_at: secondsAfterNow(40).toISOString() });
    const again = await messaging.call('receive-message', {
      json: {
        platform: 'facebook',
        contact_id: messaging.contact,
        text: 'Are you open?',
        provider: 'meta',
        provider_message_id: 'twice',
      },
    });

    expect(again.status).toBe(200);
    expect(newest).toMatchObject({ text: 'Hello' });
    expect(await shownIn(messaging)).toEqual(newest);
  });

  it.each([
    [{ type: 'image', text: 'The parcel' }, 'The parcel'],
    [{ type: 'image', text: null }, null],
    [{ type: 'other', text: null }, null],
    [{ text: `${'x'.repeat(119)}👍🏽` }, 'x'.repeat(119)],
  ])('has the text of %j', async (fields, text, messaging) => {
    await receive(messaging, fields);

    expect(await shownIn(messaging)).toMatchObject({ text });
  });

  it('is in the response to each command', async (messaging) => {
    await messaging.send();
    const message = await shownIn(messaging);
    const member = messaging.api.admin.id;

    expect(message).not.toBeNull();
    for (const [name, json] of [
      ['assign-conversation', { member_id: member }],
      ['assign-conversation', { member_id: member }],
      ['close-conversation', {}],
      ['reopen-conversation', {}],
      ['reopen-conversation', {}],
    ] as const)
      expect(await answeredBy(messaging, name, json)).toEqual(message);
    expect(await shownIn(messaging)).toEqual(message);
  });

  it('is null when the message is erased, and in a conversation that an earlier version wrote', async (messaging) => {
    const message = await messaging.send();
    messaging.api.core.messages.delete(withinWorkspace(messaging.api.workspaceId, message));
    expect(await shownIn(messaging)).toBeNull();
    messaging.change({ lastMessage: null });

    expect(await shownIn(messaging)).toBeNull();
    expect(messaging.stored().lastMessageAt).not.toBeNull();
  });

  it('is not in the events of the conversation and of its message', async (messaging) => {
    await messaging.send();
    await receive(messaging);
    await messaging.run('close-conversation');

    expect(messaging.events().length).toBeGreaterThan(1);
    expect(JSON.stringify(messaging.events())).not.toContain('last_message');
  });
});

describe('a status of the last message', () => {
  const tagOf = async ({ run }: Messaging) => String((await run('get-conversation')).headers['ETag']);

  it('changes without the revision, so that neither If-Match fails nor 304 hides it', async (messaging) => {
    const message = await messaging.send();
    const tag = await tagOf(messaging);
    const known = { headers: { 'if-none-match': tag } };
    expect((await messaging.run('get-conversation', known)).status).toBe(304);
    const token = await messaging.claim(message);
    const read = await messaging.run('get-conversation', known);
    expect([read.status, read.body.data.last_message.status]).toEqual([200, 'sending']);
    // The message is queued again, as it was. A client can have seen it `sending` under the same tag.
    await messaging.report(message, { status: 'released', claim_token: token });

    expect((await messaging.run('get-conversation', known)).status).toBe(200);
    expect(await tagOf(messaging)).toBe(tag);
    const matched = { json: { member_id: null }, headers: { 'if-match': tag } };
    expect((await messaging.run('assign-conversation', matched)).status).toBe(200);
  });

  it('never changes for a message of the contact, which is 304', async (messaging) => {
    await receive(messaging);
    const known = { headers: { 'if-none-match': await tagOf(messaging) } };

    expect((await messaging.run('get-conversation', known)).status).toBe(304);
  });
});
