import { randomInt, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { openRawTables } from '#scripts/lib/stack/raw-tables.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { startReceiver } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import { verifyDelivery } from '#test/support/fixtures/webhooks/verify-delivery.ts';
import { createEnabledEndpoint } from '#test/support/fixtures/webhooks/webhook-user.ts';

const SALESBOT = '/api/v1/salesbot';

const EVENTS = [
  'salesbot.message.received',
  'salesbot.message.sent',
  'salesbot.message.delivered',
  'salesbot.message.read_or_seen',
  'salesbot.message.failed',
  'salesbot.conversation.assigned',
  'salesbot.conversation.closed',
] as const;

type Channel = 'facebook' | 'instagram' | 'tiktok';

describe('conversations over HTTP', () => {
  const stack = forAllTests(shareStack);
  const receiver = forAllTests(startReceiver, 'close');
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));
  let secret: string;

  beforeAll(async () => {
    ({ secret } = await createEnabledEndpoint(api, receiver.url, EVENTS));
  });

  const post = (path: string, body: unknown = {}) => api('POST', `${SALESBOT}${path}`, { body });
  const get = (path: string) => api('GET', `${SALESBOT}${path}`);

  async function created(path: string, body: unknown): Promise<string> {
    const { status, body: answer } = await post(path, body);
    expect([path, Math.floor(status / 100)]).toEqual([path, 2]);
    return String(answer.data.id);
  }

  function aContact(): Promise<string> {
    const phone = `+4930${randomInt(10_000_000, 99_999_999)}`;
    return created('/contacts', { name: 'Ada', phone, platform: 'whatsapp' });
  }

  async function aConversation(platform: string = 'facebook') {
    const contact = await aContact();
    return { contact, conversation: await created('/conversations', { contact_id: contact, platform }) };
  }

  /** The webhooks about an id so far, each verified, by their short names. */
  function webhooksOf(id: string) {
    return receiver.requests
      .map((request) => verifyDelivery(request, secret))
      .filter(({ data }) => JSON.stringify(data).includes(id))
      .map(({ event, data }) => ({ event: String(event).replace('salesbot.', ''), data }));
  }

  /** Short names of the stored events about an id, whether or not an endpoint subscribes to them. */
  async function eventsOf(id: string): Promise<string[]> {
    const tables = openRawTables(stack);
    const items = (await tables.readTexts()).map((text) => JSON.parse(text));
    tables.close();
    return items
      .filter(({ pk, body }) => String(pk).startsWith('EV#') && JSON.stringify(body).includes(id))
      .map(({ event }) => String(event).replace('salesbot.', ''))
      .toSorted();
  }

  const namesOf = (id: string) =>
    webhooksOf(id)
      .map(({ event }) => event)
      .toSorted();

  /** What an engine does: polls until it finds the message, claims it, and reports the statuses. */
  async function engineSends(channel: Channel, message: string, statuses: readonly string[]): Promise<void> {
    await waitFor('the message in the queue', async () => {
      const { body } = await get(`/messages?state=queued&channel=${channel}`);
      return body.data.some(({ id }: { id: string }) => id === message);
    });
    const claim = await post(`/messages/${message}/claim`, { lease_seconds: 60 });
    const { token } = claim.body.data.claim;
    for (const status of statuses)
      expect((await post(`/messages/${message}/report`, { status, claim_token: token })).status).toBe(200);
  }

  it.each([
    ['facebook', ['message.delivered', 'message.read_or_seen', 'message.sent']],
    ['instagram', ['message.read_or_seen', 'message.sent']],
    ['tiktok', []],
  ] as const)('on %s, deliver each event that the channel reports once: %j', async (channel, expected) => {
    const { contact, conversation } = await aConversation(channel);
    const message = await created(`/conversations/${conversation}/messages`, {
      text: 'Your order is on its way.',
    });
    await engineSends(channel, message, ['read', 'sent', 'delivered', 'read', 'sent']);
    await post(`/conversations/${conversation}/close`);
    await waitFor('the webhooks', () => namesOf(conversation).length > expected.length);

    expect(namesOf(conversation)).toEqual(['conversation.closed', ...expected]);
    expect(await eventsOf(conversation)).toEqual(['conversation.closed', ...expected]);
    for (const { event, data } of webhooksOf(message))
      expect([event, data]).toMatchObject([
        event,
        { channel, provider: expect.any(String), contact: { id: contact }, message: { platform: channel } },
      ]);
    const { body } = await get(`/messages/${message}`);
    expect(body.data).toMatchObject({ status: 'read', source: 'platform' });
    expect((await get(`/conversations/${conversation}/messages`)).body.data).toMatchObject([{ id: message }]);
  });

  it('show their last message and its status, also in the list', async () => {
    const number = await created('/phone-numbers', {
      platform: 'sandbox',
      phone: `+1202555${randomInt(1000, 9999)}`,
    });
    await post(`/phone-numbers/${number}/verify`);
    // The last digits say what the sandbox does with a message.
    const phone = `+4930${randomInt(100_000, 999_999)}01`;
    const contact = await created('/contacts', { name: 'Ada', phone, platform: 'whatsapp' });
    const body = { contact_id: contact, platform: 'sandbox', phone_number_id: number };
    const conversation = await created('/conversations', body);
    const shown = async () => {
      const [one, list] = [
        await get(`/conversations/${conversation}`),
        await get(`/conversations?contact=${contact}`),
      ];
      return [one.body.data.last_message, list.body.data[0].last_message];
    };
    expect(await shown()).toEqual([null, null]);

    const text = 'Your parcel is on its way. '.repeat(5);
    const message = await created(`/conversations/${conversation}/messages`, { text });
    await waitFor('the failure', async () => (await shown()).every((last) => last.status === 'failed'));
    const { created_at: at } = (await get(`/messages/${message}`)).body.data;
    const failed = { text: text.slice(0, 120), direction: 'out', status: 'failed', at };
    expect(await shown()).toEqual([failed, failed]);
    for (const command of ['assign', 'close', 'reopen']) {
      const json = command === 'assign' ? { member_id: null } : {};
      const { body: changed } = await post(`/conversations/${conversation}/${command}`, json);
      expect([command, changed.data.last_message]).toEqual([command, failed]);
    }

    const incoming = { platform: 'sandbox', contact_id: contact, text: 'Where is it?', provider: 'test' };
    await created('/messages/incoming', { ...incoming, provider_message_id: randomUUID() });
    expect(await shown()).toMatchObject([{ text: 'Where is it?' }, { direction: 'in', status: 'received' }]);
    const late = { text: 'Hello?', sent_at: new Date(Date.parse(at) - 60_000).toISOString() };
    await created('/messages/incoming', { ...incoming, ...late, provider_message_id: randomUUID() });
    expect(await shown()).toMatchObject([{ text: 'Where is it?' }, { text: 'Where is it?' }]);
  });

  it('give a message to one of several engines, and to none after the opt-out of the contact', async () => {
    const { contact, conversation } = await aConversation();
    const messages = await Promise.all(
      Array.from({ length: 4 }, () => created(`/conversations/${conversation}/messages`, { text: 'Hello' })),
    );
    const optOut = api('PATCH', `${SALESBOT}/contacts/${contact}`, { body: { opted_out: ['facebook'] } });
    const claims = await Promise.all(
      messages.flatMap((message) =>
        [1, 2, 3].map(async () => ({ message, ...(await post(`/messages/${message}/claim`)) })),
      ),
    );
    expect((await optOut).status).toBe(200);
    const won = claims.filter(({ status }) => status === 200).map(({ message }) => message);

    expect(new Set(won).size).toBe(won.length);
    expect(claims.every(({ status }) => status === 200 || status === 409)).toBe(true);
    for (const message of messages) {
      const { status } = await post(`/messages/${message}/claim`);
      const { body } = await get(`/messages/${message}`);
      expect([status, body.data.status]).toEqual([409, won.includes(message) ? 'sending' : 'failed']);
      await waitFor('the outcome', () => won.includes(message) || namesOf(message).length > 0);
      expect(namesOf(message)).toEqual(won.includes(message) ? [] : ['message.failed']);
    }
  });

  it('record a message of a contact once, in a new conversation', async () => {
    const contact = await aContact();
    const incoming = {
      platform: 'instagram',
      contact_id: contact,
      text: 'Are you open on Sunday?',
      provider: 'meta',
      provider_message_id: randomUUID(),
    };
    const answers = await Promise.all([1, 2, 3].map(() => post('/messages/incoming', incoming)));
    const [first] = answers;

    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '200', '201']);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    const message = String(first?.body.data.id);
    await waitFor('the webhook', () => namesOf(message).length > 0);
    expect(webhooksOf(message)).toMatchObject([
      {
        event: 'message.received',
        data: { contact: { id: contact }, message: { id: message, direction: 'in' } },
      },
    ]);
    const ingested = await post('/events', {
      event: 'salesbot.message.received',
      data: { message: { id: message } },
    });
    expect([ingested.status, ingested.body.code]).toEqual([409, 'record_managed_here']);
    const opened = await post('/conversations', { contact_id: contact, platform: 'instagram' });
    expect(opened.body).toMatchObject({
      code: 'conversation_open',
      conversation: first?.body.data.conversation_id,
    });
  });

  it('of the sandbox emit events without a channel, which only subscriptions to all channels receive', async () => {
    const number = await created('/phone-numbers', {
      platform: 'sandbox',
      phone: `+1202555${randomInt(1000, 9999)}`,
    });
    expect((await post(`/phone-numbers/${number}/verify`)).body.data.state).toBe('verified');
    const narrow = await startReceiver();
    try {
      const subscriptions = (['sms', 'whatsapp', 'facebook', 'instagram', 'tiktok'] as const).flatMap(
        (channel) => [EVENTS[0], 'salesbot.conversation.closed'].map((event) => ({ event, channel })),
      );
      const webhooks = '/api/v1/workspace-webhooks';
      const made = await api('POST', webhooks, { body: { name: 'Narrow', url: narrow.url, subscriptions } });
      await api('PATCH', `${webhooks}/${made.body.data.id}`, { body: { enabled: true } });
      const contact = await aContact();
      const incoming = { platform: 'sandbox', contact_id: contact, text: 'Hello', provider: 'test' };
      const { body } = await post('/messages/incoming', { ...incoming, provider_message_id: randomUUID() });
      const conversation = String(body.data.conversation_id);
      await post(`/conversations/${conversation}/close`);
      await waitFor('the webhooks', () => namesOf(conversation).length >= 2);

      expect(namesOf(conversation)).toEqual(['conversation.closed', 'message.received']);
      const logged = await waitFor('the event log', async () => {
        const { body: log } = await api('GET', `/api/v1/events?contact_id=${contact}`);
        const own = log.data.filter(({ event }: { event: string }) => !event.startsWith('salesbot.contact.'));
        return own.length >= 2 && own;
      });
      for (const entry of logged) expect(entry).toMatchObject({ channel: null, matched_endpoints: 1 });
      expect(narrow.requests).toEqual([]);
    } finally {
      await narrow.close();
    }
  });

  it('have one open conversation, whatever runs at the same time', async () => {
    const contact = await aContact();
    const body = { contact_id: contact, platform: 'tiktok' };
    const answers = await Promise.all(Array.from({ length: 4 }, () => post('/conversations', body)));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['201', '409', '409', '409']);
    const first = String(answers.find(({ status }) => status === 201)?.body.data.id);
    expect((await post(`/conversations/${first}/close`)).status).toBe(200);
    const second = await created('/conversations', body);
    expect((await post(`/conversations/${second}/close`)).status).toBe(200);

    // One of both can be open. Repeated commands change nothing.
    const reopened = await Promise.all(
      [first, second, first, second].map((id) => post(`/conversations/${id}/reopen`)),
    );
    const open = await Promise.all(
      [first, second].map(async (id) => String((await get(`/conversations/${id}`)).body.data.status)),
    );
    expect(open.toSorted()).toEqual(['closed', 'open']);
    expect(reopened.map(({ status }) => String(status)).toSorted()).toEqual(['200', '200', '409', '409']);

    const current = open[0] === 'open' ? first : second;
    await Promise.all([1, 2, 3].map(() => post(`/conversations/${current}/close`)));
    await waitFor('the webhooks', () => namesOf(current).length >= 2);
    expect(namesOf(current)).toEqual(['conversation.closed', 'conversation.closed']);
  });
});
