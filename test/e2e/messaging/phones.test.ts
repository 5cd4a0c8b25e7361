import { randomInt } from 'node:crypto';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { phonesApi } from '#test/support/fixtures/messaging/phones-api.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';

const SALESBOT = '/api/v1/salesbot';

const numberSchema = v.object({ origination_id: v.string() });
const receivedSchema = v.object({ messages: v.array(v.object({ text: v.string(), context: v.unknown() })) });

/** A picture of one pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('messages between the platform and the phones of the local stack', () => {
  const stack = forAllTests(shareStack);
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));
  const own = { sms: '', whatsapp: '' };

  const post = (path: string, body: unknown = {}) => api('POST', `${SALESBOT}${path}`, { body });
  const get = (path: string) => api('GET', `${SALESBOT}${path}`);

  async function created(path: string, body: unknown): Promise<string> {
    const { status, body: answer } = await post(path, body);
    expect([path, Math.floor(status / 100), answer]).toEqual([path, 2, expect.anything()]);
    return String(answer.data.id);
  }

  const phones = phonesApi(stack);

  /** What the phone got. */
  async function received(to: string) {
    const query = new URLSearchParams({ to });
    return v.parse(receivedSchema, await phones('GET', `/messages?${query.toString()}`)).messages;
  }

  function aPhone(ending: string): string {
    return `+4930${randomInt(100_000, 999_999)}${ending}`;
  }

  async function aConversation(platform: 'sms' | 'whatsapp', phone: string) {
    const contact = await created('/contacts', { name: 'Ada', phone, platform });
    return { contact, id: await created('/conversations', { contact_id: contact, platform }) };
  }

  async function send(conversation: string, content: object): Promise<string> {
    return created(`/conversations/${conversation}/messages`, content);
  }

  async function outcome(message: string, status: string) {
    return waitFor(`the message is ${status}`, async () => {
      const { body } = await get(`/messages/${message}`);
      return body.data.status === status && body.data;
    });
  }

  beforeAll(async () => {
    for (const platform of ['sms', 'whatsapp'] as const) {
      const phone = `+1206${randomInt(1_000_000, 9_999_999)}`;
      own[platform] = phone;
      const number = { platform, phone, workspace_id: stack.workspaceId };
      const { origination_id } = v.parse(numberSchema, await phones('PUT', '/numbers', number));
      const id = await created('/phone-numbers', { platform, phone, origination_id });
      expect((await post(`/phone-numbers/${id}/verify`)).body).toMatchObject({ data: { state: 'verified' } });
    }
  });

  it('delivers a text message, with the ids of the platform', async () => {
    const phone = aPhone('00');
    const { id } = await aConversation('sms', phone);
    const message = await send(id, { text: 'Hello' });

    await outcome(message, 'delivered');
    expect(await received(phone)).toEqual([
      { text: 'Hello', context: expect.objectContaining({ message, workspace: stack.workspaceId }) },
    ]);
  });

  it.each([
    ['80', 'destination_unreachable', 1],
    ['83', 'opted_out', 0],
    ['90', 'message_rejected', 0],
  ])('fails on a phone that ends with %s: %s', async (ending, code, copies) => {
    const phone = aPhone(ending);
    const { id } = await aConversation('sms', phone);
    const failed = await outcome(await send(id, { text: 'Hello' }), 'failed');

    expect(failed).toMatchObject({ error_code: code });
    expect(await received(phone)).toHaveLength(copies);
  });

  it.each(['85', '87', '89'])('sends one copy to a phone that ends with %s', async (ending) => {
    const phone = aPhone(ending);
    const { id } = await aConversation('sms', phone);

    await outcome(await send(id, { text: 'Hello' }), 'delivered');
    expect(await received(phone)).toHaveLength(1);
  });

  it('records the answer of a contact once, and sends nothing after STOP', async () => {
    const phone = aPhone('00');
    const { contact, id } = await aConversation('sms', phone);
    await phones('POST', '/replies', { from: phone, to: own.sms, text: 'stop', copies: 3 });
    await waitFor('the contact has opted out', async () => {
      const { body } = await get(`/contacts/${contact}`);
      return JSON.stringify(body.data.opted_out) === '["sms"]';
    });

    const rejected = await post(`/conversations/${id}/messages`, { text: 'Hello' });
    expect([rejected.status, rejected.body.code]).toEqual([409, 'contact_opted_out']);
    expect((await get(`/conversations/${id}/messages`)).body.data).toMatchObject([
      { direction: 'in', text: 'stop' },
    ]);
    await phones('POST', '/replies', { from: phone, to: own.sms, text: 'START' });
    const message = await waitFor('the contact has opted in', async () => {
      const { status, body } = await post(`/conversations/${id}/messages`, { text: 'Hello again' });
      return status === 202 && String(body.data.id);
    });
    await outcome(message, 'delivered');
  });

  it('sends a template on WhatsApp, and free text and files after the contact has written', async () => {
    const phone = aPhone('88');
    const { id } = await aConversation('whatsapp', phone);
    const early = await post(`/conversations/${id}/messages`, { text: 'Hello' });
    expect([early.status, early.body.code]).toEqual([409, 'template_required']);
    await outcome(
      await send(id, { template: { name: 'order_update', language: 'en', parameters: ['Ada', '42'] } }),
      'read',
    );

    const media = { content_type: 'image/png', base64: PNG };
    await phones('POST', '/replies', { platform: 'whatsapp', from: phone, text: 'Like this?', media });
    const picture = await waitFor('the picture of the contact', async () => {
      const { body } = await get(`/conversations/${id}/messages`);
      const found: { direction: string; media_id: string }[] = body.data;
      return found.find(({ direction }) => direction === 'in');
    });
    expect(picture).toMatchObject({ type: 'image', text: 'Like this?', media_id: expect.any(String) });
    await outcome(await send(id, { text: 'Yes' }), 'read');
    await outcome(await send(id, { media: { id: picture.media_id, text: 'Just like this' } }), 'read');
    expect((await received(phone)).map(({ text }) => text)).toEqual([
      'Just like this',
      'Yes',
      'template order_update',
    ]);
  });

  it('lists the templates of the number', async () => {
    const { body } = await get('/phone-numbers');
    const numbers: { id: string; phone: string }[] = body.data;
    const number = numbers.find(({ phone }) => phone === own.whatsapp)?.id ?? '';

    expect((await get(`/phone-numbers/${number}/templates`)).body.data).toContainEqual(
      expect.objectContaining({ name: 'hello_world', language: 'en_US' }),
    );
  });
});
