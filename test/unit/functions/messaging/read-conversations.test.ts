import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { newId } from '#shared/platform/runtime/ids.ts';
import { newsWith } from '#test/support/builders/events/record-builders.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { withinWorkspace } from '#test/support/fakes/platform/memory-core.ts';
import { it } from '#test/support/fixtures/messaging/conversation-api.ts';
import { codeOf, type HttpReply } from '#test/support/fixtures/platform/http-event.ts';

function idsOf({ body }: HttpReply): string[] {
  return body.data.map(({ id }: { id: string }) => id);
}

describe('get-conversation and get-message', () => {
  it('return the record of this platform, also if an event named the same id', async (messaging) => {
    const message = await messaging.send();
    const news = {
      conversation: { id: messaging.conversation, status: 'x' },
      message: { id: message, text: 'Foreign' },
    };
    await messaging.api.externalRecords.learn([newsWith(news, { workspaceId: messaging.api.workspaceId })]);
    const read = await messaging.run('get-conversation');
    const of = await messaging.call('get-message', { params: { message } });

    expect([read.headers['ETag'], of.headers['ETag']]).toEqual(['"2"', '"1"']);
    expect(read.body.data).toMatchObject({
      id: messaging.conversation,
      source: 'platform',
      status: 'open',
      revision: '2',
    });
    expect(of.body.data).toMatchObject({ id: message, source: 'platform', text: 'Hello', status: 'queued' });
  });

  it('return 304 for a known revision', async (messaging) => {
    const message = await messaging.send();
    const known = { headers: { 'if-none-match': '"1"' } };

    expect((await messaging.call('get-message', { ...known, params: { message } })).status).toBe(304);
    // The message changed the conversation.
    expect((await messaging.run('get-conversation', known)).status).toBe(200);
    expect((await messaging.run('get-conversation', { headers: { 'if-none-match': '"2"' } })).status).toBe(
      304,
    );
  });
});

describe('list-conversations', () => {
  it('returns the conversations in the order of their last change, by filter', async (messaging) => {
    messaging.api.clock.advance(60);
    const eve = await messaging.create('create-contact', { name: 'Eve' });
    const other = await messaging.create('create-conversation', { contact_id: eve, platform: 'tiktok' });
    const list = (query: Record<string, string> = {}) => messaging.call('list-conversations', { query });
    expect(idsOf(await list())).toEqual([other, messaging.conversation]);
    messaging.api.clock.advance(60);
    await messaging.run('assign-conversation', { json: { member_id: messaging.api.admin.id } });

    expect(idsOf(await list())).toEqual([messaging.conversation, other]);
    expect(idsOf(await list({ order: 'asc' }))).toEqual([other, messaging.conversation]);
    expect(idsOf(await list({ contact: messaging.contact }))).toEqual([messaging.conversation]);
    expect(idsOf(await list({ platform: 'tiktok' }))).toEqual([other]);
    expect(idsOf(await list({ assigned_to: messaging.api.admin.id }))).toEqual([messaging.conversation]);
    expect(idsOf(await list({ status: 'closed' }))).toEqual([]);
    const first = await list({ limit: '1' });
    expect([idsOf(first), first.body.has_more]).toEqual([[messaging.conversation], true]);
    const cursor = first.body.next_cursor;
    expect(idsOf(await list({ limit: '1', cursor }))).toEqual([other]);
    expect(codeOf(await list({ limit: '1', cursor, status: 'open' }))).toBe('400 cursor_invalid');
    expect(codeOf(await list({ platform: 'fax' }))).toBe('422 channel_unknown');
  });

  it('returns conversations of other systems only with source=external', async (messaging) => {
    const id = randomUUID();
    await messaging.api.externalRecords.learn([
      newsWith({ conversation: { id, status: 'open' } }, { workspaceId: messaging.api.workspaceId }),
    ]);

    expect(idsOf(await messaging.call('list-conversations', { query: { source: 'external' } }))).toEqual([
      id,
    ]);
    expect(idsOf(await messaging.call('list-conversations', { query: { source: 'platform' } }))).toEqual([
      messaging.conversation,
    ]);
    const filtered = await messaging.call('list-conversations', {
      query: { source: 'external', status: 'open', contact: id },
    });
    expect(codeOf(filtered)).toBe('422 unknown_parameter');
    expect(filtered.body.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual([
      'status',
      'contact',
    ]);
  });
});

describe('list-conversation-messages', () => {
  it('returns the messages of the conversation in both directions', async (messaging) => {
    const ids = [await messaging.send({ text: 'One' })];
    messaging.api.clock.advance(1);
    const incoming = {
      platform: 'facebook',
      contact_id: messaging.contact,
      text: 'Two',
      provider: 'meta',
      provider_message_id: 'm1',
    };
    ids.push(await messaging.create('receive-message', incoming));
    messaging.api.clock.advance(1);
    ids.push(await messaging.send({ text: 'Three' }));
    const other = await messaging.create('create-conversation', {
      contact_id: messaging.contact,
      platform: 'tiktok',
    });
    const newest = await messaging.run('list-conversation-messages');

    expect(idsOf(newest)).toEqual(ids.toReversed());
    expect(newest.body.data.map(({ direction, text }: Record<string, string>) => [direction, text])).toEqual([
      ['out', 'Three'],
      ['in', 'Two'],
      ['out', 'One'],
    ]);
    const first = await messaging.run('list-conversation-messages', { query: { order: 'asc', limit: '2' } });
    expect(idsOf(first)).toEqual(ids.slice(0, 2));
    const query = { order: 'asc', limit: '2', cursor: first.body.next_cursor };
    expect(idsOf(await messaging.run('list-conversation-messages', { query }))).toEqual(ids.slice(2));
    const params = { conversation: other };
    expect(codeOf(await messaging.call('list-conversation-messages', { params, query }))).toBe(
      '400 cursor_invalid',
    );
    expect((await messaging.call('list-conversation-messages', { params })).body.data).toEqual([]);
  });

  it('reports an unknown order at its parameter', async (messaging) => {
    const response = await messaging.run('list-conversation-messages', { query: { order: 'newest' } });

    expect([codeOf(response), response.body.errors]).toMatchObject([
      '422 invalid_format',
      [{ parameter: 'order', code: 'invalid_format' }],
    ]);
  });
});

describe('list-conversation-messages, with long texts', () => {
  it('ends a page before it is too large for a response', async (messaging) => {
    const first = messaging.storedMessage(await messaging.send());
    const text = '\u0001'.repeat(10_000);
    const ids = Array.from({ length: 100 }, (_, index) => newId(secondsAfterNow(61 + index)));
    for (const [index, id] of ids.entries()) {
      const message = {
        ...first,
        id,
        content: { type: 'text', text },
        createdAt: secondsAfterNow(61 + index),
      } as const;
      messaging.api.core.messages.set(withinWorkspace(messaging.api.workspaceId, id), message);
    }
    const seen: string[] = [];
    const sizes: number[] = [];
    for (let cursor: string | undefined; ;) {
      const query = { limit: '100', order: 'asc', ...(cursor === undefined ? {} : { cursor }) };
      const page = await messaging.run('list-conversation-messages', { query });
      seen.push(...idsOf(page));
      sizes.push(Buffer.byteLength(page.text ?? ''));
      if (!page.body.has_more) break;
      cursor = String(page.body.next_cursor);
    }

    expect(seen).toEqual([first.id, ...ids]);
    expect(Math.max(...sizes)).toBeLessThan(4.5 * 1024 * 1024);
  });
});

describe('list-messages', () => {
  it('returns what an engine must send, oldest first, by channel', async (messaging) => {
    const ids = [await messaging.send({ text: 'One' })];
    messaging.api.clock.advance(1);
    ids.push(await messaging.send({ text: 'Two' }));
    const poll = (query: Record<string, string> = {}) =>
      messaging.call('list-messages', { query: { state: 'queued', channel: 'facebook', ...query } });
    const first = await poll({ limit: '1' });

    expect(idsOf(await poll())).toEqual(ids);
    expect(idsOf(first)).toEqual(ids.slice(0, 1));
    expect(idsOf(await poll({ limit: '1', cursor: first.body.next_cursor }))).toEqual(ids.slice(1));
    expect(idsOf(await poll({ channel: 'tiktok' }))).toEqual([]);
    await messaging.claim(ids[0] ?? '');
    expect(idsOf(await poll())).toEqual(ids.slice(1));
    expect((await poll()).body.data[0]).not.toHaveProperty('claim');
  });

  it('returns messages of other systems without a state', async (messaging) => {
    await messaging.send();
    const ids = [randomUUID(), randomUUID()];
    for (const [index, id] of ids.entries())
      await messaging.api.externalRecords.learn([
        newsWith(
          { message: { id } },
          { workspaceId: messaging.api.workspaceId, recordedAt: secondsAfterNow(index) },
        ),
      ]);

    expect(idsOf(await messaging.call('list-messages'))).toEqual(ids.toReversed());
    expect(
      idsOf(await messaging.call('list-messages', { query: { source: 'external', order: 'asc' } })),
    ).toEqual(ids);
  });

  it.each([
    [{ state: 'queued' }, '422 required'],
    [{ channel: 'facebook' }, '422 required'],
    [{ state: 'queued', channel: 'sms' }, '422 channel_unknown'],
    [{ state: 'queued', channel: 'facebook', order: 'asc' }, '422 unknown_parameter'],
    [{ state: 'queued', channel: 'facebook', source: 'external' }, '422 unknown_parameter'],
    [{ state: 'sent', channel: 'facebook' }, '422 invalid_format'],
  ])('rejects %j', async (query, expected, messaging) => {
    expect(codeOf(await messaging.call('list-messages', { query }))).toBe(expected);
  });
});
