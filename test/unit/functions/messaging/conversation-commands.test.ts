import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { aPhoneNumber } from '#test/support/builders/messaging/phone-number-builders.ts';
import { aContext, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { it, startConversationApi } from '#test/support/fixtures/messaging/conversation-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';

describe('create-conversation', () => {
  it('creates an open conversation without an event', async (messaging) => {
    const contact = await messaging.create('create-contact', { name: 'Eve' });
    const { status, headers, body } = await messaging.call('create-conversation', {
      json: { contact_id: contact.toUpperCase(), platform: 'instagram' },
    });

    expect([status, headers['ETag']]).toEqual([201, '"1"']);
    expect(headers['Location']).toMatch(`/api/v1/salesbot/conversations/${body.data.id}`);
    expect(body.data).toMatchObject({
      contact_id: contact,
      source: 'platform',
      platform: 'instagram',
      phone_number_id: null,
      status: 'open',
      assigned_to: null,
      last_message_at: null,
      free_text_until: null,
      created_at: secondsAfterNow(60).toISOString(),
    });
    expect(messaging.events()).toEqual([]);
    expect(messaging.api.core.conversations.size).toBe(2);
  });

  it('returns 409 with the open conversation of the contact on the platform', async (messaging) => {
    const json = { contact_id: messaging.contact, platform: 'facebook' };
    const response = await messaging.call('create-conversation', { json });

    expect(codeOf(response)).toBe('409 conversation_open');
    expect(response.body.conversation).toBe(messaging.conversation);
    await messaging.run('close-conversation');
    expect((await messaging.call('create-conversation', { json })).status).toBe(201);
  });

  it('creates one conversation of two requests at the same time', async (messaging) => {
    const json = {
      contact_id: await messaging.create('create-contact', { name: 'Eve' }),
      platform: 'tiktok',
    };
    // Both requests read before one of them writes.
    Object.assign(messaging.api.conversations, { findOpen: async () => undefined });
    const answers = await Promise.all([1, 2].map(() => messaging.call('create-conversation', { json })));

    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['201', '409']);
    expect(messaging.api.core.conversations.size).toBe(2);
  });

  it('names a contact that does not exist', async (messaging) => {
    const json = { contact_id: randomUUID(), platform: 'facebook' };
    const response = await messaging.call('create-conversation', { json });

    expect(codeOf(response)).toBe('422 contact_not_found');
    expect(response.body.errors).toMatchObject([{ pointer: '#/contact_id' }]);
    // Deleted after the read.
    const contact = await messaging.create('create-contact', { name: 'Eve' });
    const { findOpen } = messaging.api.conversations;
    Object.assign(messaging.api.conversations, {
      findOpen(...args: Parameters<typeof findOpen>) {
        messaging.api.core.contacts.clear();
        return findOpen(...args);
      },
    });
    expect(
      codeOf(await messaging.call('create-conversation', { json: { ...json, contact_id: contact } })),
    ).toBe('422 contact_not_found');
  });

  it.each([
    ['no verified number', [], {}, '409 phone_number_not_verified'],
    ['the only verified number', ['verified', 'unverified'], {}, '201'],
    ['several verified numbers', ['verified', 'verified'], {}, '422 required'],
    ['one of several numbers', ['verified', 'verified'], { chosen: 1 }, '201'],
    [
      'a number that is not verified',
      ['verified', 'rejected'],
      { chosen: 1 },
      '409 phone_number_not_verified',
    ],
    ['an unknown number', ['verified'], { id: randomUUID() }, '422 phone_number_not_found'],
  ] as const)('with %s, returns the expected result', async (_, states, which, expected, fixture) => {
    const { api, call, contact } = fixture;
    const numbers = states.map((state) =>
      aPhoneNumber({ workspaceId: api.workspaceId, platform: 'sms', state }),
    );
    for (const number of numbers) await api.numbers.create(number, aContext());
    const chosen = 'chosen' in which ? numbers[which.chosen]?.id : 'id' in which ? which.id : undefined;
    const json = {
      contact_id: contact,
      platform: 'sms',
      ...(chosen === undefined ? {} : { phone_number_id: chosen }),
    };
    const response = await call('create-conversation', { json });

    expect(response.status === 201 ? '201' : codeOf(response)).toBe(expected);
    if (response.status === 201) expect(response.body.data.phone_number_id).toBe(chosen ?? numbers[0]?.id);
  });

  it('uses no number of another platform, and none where an engine sends', async (messaging) => {
    const number = aPhoneNumber({
      workspaceId: messaging.api.workspaceId,
      platform: 'sandbox',
      state: 'verified',
    });
    await messaging.api.numbers.create(number, aContext());
    const request = (platform: string, contactId = messaging.contact) =>
      messaging.call('create-conversation', {
        json: { contact_id: contactId, platform, phone_number_id: number.id },
      });

    expect(codeOf(await request('sms'))).toBe('422 phone_number_not_found');
    expect(codeOf(await request('tiktok'))).toBe('422 invalid_format');
    expect(codeOf(await request('fax'))).toBe('422 channel_unknown');
    expect((await request('sandbox', await messaging.create('create-contact', { name: 'Eve' }))).status).toBe(
      201,
    );
  });
});

describe('assign-conversation', () => {
  it('assigns a member and emits the event with the name', async (messaging) => {
    const { admin } = messaging.api;
    const { body } = await messaging.run('assign-conversation', {
      json: { member_id: admin.id.toUpperCase() },
    });

    expect(body.data).toMatchObject({ assigned_to: { id: admin.id, name: admin.name }, revision: '2' });
    expect(messaging.events()).toMatchObject([
      {
        event: 'conversation.assigned',
        channel: 'facebook',
        data: {
          contact: { id: messaging.contact },
          conversation: { id: messaging.conversation, status: 'open' },
          assigned_to: { name: admin.name },
        },
      },
    ]);
  });

  it('does not emit an event for the same member or for nobody', async (messaging) => {
    const assign = (member: string | null) =>
      messaging.run('assign-conversation', { json: { member_id: member } });
    await assign(null);
    expect(messaging.stored().revision).toBe(1);
    await assign(messaging.api.admin.id);
    await assign(messaging.api.admin.id);
    expect(messaging.stored().revision).toBe(2);
    const { body } = await assign(null);

    expect(body.data).toMatchObject({ assigned_to: null, revision: '3' });
    expect(messaging.events()).toHaveLength(1);
  });

  it('rejects a member of another workspace', async (messaging) => {
    const response = await messaging.run('assign-conversation', { json: { member_id: randomUUID() } });

    expect(codeOf(response)).toBe('422 member_not_found');
    expect(response.body.errors).toMatchObject([{ pointer: '#/member_id' }]);
    expect(codeOf(await messaging.run('assign-conversation', { json: {} }))).toBe('422 required');
    expect(messaging.stored().assignedTo).toBeNull();
  });
});

describe('close-conversation and reopen-conversation', () => {
  it('close once, with one event, and reopen without an event', async (messaging) => {
    const closed = await messaging.run('close-conversation');
    const again = await messaging.run('close-conversation');

    expect([closed.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(closed.body);
    expect(closed.body.data).toMatchObject({
      status: 'closed',
      closed_at: secondsAfterNow(60).toISOString(),
    });
    expect(messaging.events()).toMatchObject([
      {
        event: 'conversation.closed',
        channel: 'facebook',
        data: {
          contact: { id: messaging.contact },
          conversation: { id: messaging.conversation, status: 'closed' },
        },
      },
    ]);
    const reopened = await messaging.run('reopen-conversation');
    expect((await messaging.run('reopen-conversation')).body).toEqual(reopened.body);
    expect(reopened.body.data).toMatchObject({ status: 'open', closed_at: null });
    expect([messaging.events().length, messaging.stored().revision]).toEqual([1, 3]);
  });

  it('do not reopen a conversation while another one is open', async (messaging) => {
    await messaging.run('close-conversation');
    const other = await messaging.create('create-conversation', {
      contact_id: messaging.contact,
      platform: 'facebook',
    });
    const response = await messaging.run('reopen-conversation');

    expect(codeOf(response)).toBe('409 conversation_open');
    expect(response.body.conversation).toBe(other);
    expect(messaging.stored().status).toBe('closed');
  });

  it('change only the revision of If-Match', async (messaging) => {
    const headers = { 'if-match': '"7"' };

    expect(codeOf(await messaging.run('close-conversation', { headers }))).toBe('412 revision_mismatch');
    expect(codeOf(await messaging.run('assign-conversation', { headers, json: { member_id: null } }))).toBe(
      '412 revision_mismatch',
    );
    expect((await messaging.run('close-conversation', { headers: { 'if-match': '"1"' } })).status).toBe(200);
    expect(codeOf(await messaging.run('reopen-conversation', { headers: { 'if-match': '"1"' } }))).toBe(
      '412 revision_mismatch',
    );
    expect(messaging.stored().status).toBe('closed');
  });

  it('have the channel of the conversation, and none in the sandbox, whatever the platform of the contact', async () => {
    const { run, events, subscribe, api } = await startConversationApi('sandbox');
    await subscribe('salesbot.conversation.closed');
    await subscribe('salesbot.conversation.closed', 'whatsapp');
    await run('close-conversation');

    expect(events()).toMatchObject([{ channel: null, data: { contact: { platform: 'whatsapp' } } }]);
    expect([...api.core.events.values()].at(-1)?.matches).toHaveLength(1);
  });

  it('emit the event without the contact if the contact was deleted', async (messaging) => {
    messaging.api.core.contacts.clear();
    await messaging.run('close-conversation');

    expect(messaging.events()).toEqual([
      { event: 'conversation.closed', channel: 'facebook', data: { conversation: expect.anything() } },
    ]);
  });
});

describe('operations on conversations', () => {
  it('find only conversations of the workspace', async (messaging) => {
    const other = await messaging.api.createOtherWorkspace();
    const key = messaging.api.grant(['salesbot:conversations:write', 'salesbot:messages:send'], {
      workspaceId: other.workspaceId,
    });
    for (const [name, json] of [
      ['assign-conversation', { member_id: null }],
      ['close-conversation', {}],
      ['reopen-conversation', {}],
      ['send-message', { text: 'Hello' }],
    ] as const) {
      const params = { conversation: messaging.conversation };
      expect([name, codeOf(await messaging.run(name, { key, params, json }))]).toEqual([
        name,
        '404 conversation_not_found',
      ]);
    }
  });
});
