import { randomInt, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { phonesApi } from '#test/support/fixtures/messaging/phones-api.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';

const BROADCASTS = '/api/v1/broadcasts';
const SALESBOT = '/api/v1/salesbot';

const numberSchema = v.object({ origination_id: v.string() });
const messagesSchema = v.object({ messages: v.array(v.object({ text: v.string() })) });

/** A picture of one pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The functions start on demand, and receipts take their time. */
const SLOW_MS = 60_000;

describe('broadcasts on WhatsApp, over HTTP', () => {
  const stack = forAllTests(shareStack);
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));
  let number = '';
  let own = '';

  async function created(path: string, body: unknown): Promise<string> {
    const { status, body: answer } = await api('POST', path, { body });
    expect([path, Math.floor(status / 100), answer.errors]).toEqual([path, 2, undefined]);
    return String(answer.data.id);
  }

  const phones = phonesApi(stack);

  async function textsAt(to: string): Promise<string[]> {
    const query = new URLSearchParams({ to });
    const found = v.parse(messagesSchema, await phones('GET', `/messages?${query.toString()}`));
    return found.messages.map(({ text }) => text);
  }

  /** A contact who has sent a picture, so that every kind of message may be sent for 24 hours. */
  async function aWriter(): Promise<{ tag: string; phone: string; picture: string }> {
    const phone = `+4930${randomInt(100_000, 999_999)}88`;
    const tag = randomUUID();
    const contact = await created(`${SALESBOT}/contacts`, { name: 'Ada', phone, tags: [tag] });
    const platform = 'whatsapp';
    const conversation = await created(`${SALESBOT}/conversations`, { contact_id: contact, platform });
    const media = { content_type: 'image/png', base64: PNG };
    await phones('POST', '/replies', { platform, from: phone, to: own, text: 'Like this?', media });
    const picture = await waitFor('the picture of the contact', async () => {
      const { body } = await api('GET', `${SALESBOT}/conversations/${conversation}/messages`);
      const found: { direction: string; media_id: string }[] = body.data;
      return found.find(({ direction }) => direction === 'in')?.media_id;
    });
    return { tag, phone, picture };
  }

  async function sendToTheEnd(id: string) {
    expect((await api('POST', `${BROADCASTS}/${id}/send`, {})).status).toBe(202);
    return waitFor(
      'the broadcast has ended',
      async () => {
        const { data } = (await api('GET', `${BROADCASTS}/${id}`)).body;
        return ['finished', 'failed'].includes(data.state) && data.progress.counts.sent === 0 && data;
      },
      SLOW_MS,
    );
  }

  beforeAll(async () => {
    own = `+1206${randomInt(1_000_000, 9_999_999)}`;
    const added = await phones('PUT', '/numbers', {
      platform: 'whatsapp',
      phone: own,
      workspace_id: stack.workspaceId,
    });
    const { origination_id } = v.parse(numberSchema, added);
    number = await created(`${SALESBOT}/phone-numbers`, { platform: 'whatsapp', phone: own, origination_id });
    await created(`${SALESBOT}/phone-numbers/${number}/verify`, {});
  });

  it(
    'send a picture with a caption, can be sent to the failed recipients again, and are deleted',
    async () => {
      const { tag, phone, picture } = await aWriter();
      const unreachable = `+4930${randomInt(100_000, 999_999)}01`;
      await created(`${SALESBOT}/contacts`, { name: 'Bob', phone: unreachable, tags: [tag] });
      const caption = `Now ${randomUUID()}`;
      const sending = { platform: 'whatsapp', phone_number_id: number };
      const id = await created(BROADCASTS, {
        name: 'Spring',
        message: { type: 'image', body: caption },
        sender: 'platform',
        sending: { ...sending, media_id: picture },
        audience: { tags: { all: [tag] } },
      });

      expect(await sendToTheEnd(id)).toMatchObject({ state: 'finished', recipients: 2, sent: 1, failed: 1 });
      expect(await textsAt(phone)).toEqual([caption]);

      const again = { name: 'Again', sender: 'platform', sending, audience: { failed_of: id } };
      const draft = await created(BROADCASTS, { ...again, message: { type: 'text', body: caption } });
      const audience = { failed_of: id };
      expect((await api('PATCH', `${BROADCASTS}/${draft}`, { body: { audience } })).status).toBe(200);
      const early = { audience: { failed_of: draft } };
      const rejected = await api('PATCH', `${BROADCASTS}/${draft}`, { body: early });
      expect(rejected.body.errors).toMatchObject([{ code: 'audience_invalid' }]);
      expect(await sendToTheEnd(draft)).toMatchObject({ recipients: 1, sent: 0, failed: 1 });
      expect(await textsAt(phone)).toEqual([caption]);

      expect((await api('DELETE', `${BROADCASTS}/${draft}`)).status).toBe(204);
      expect((await api('GET', `${BROADCASTS}/${draft}`)).status).toBe(404);
    },
    SLOW_MS * 2,
  );
});
