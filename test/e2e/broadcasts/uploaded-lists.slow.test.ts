import { randomInt, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileOf } from '#test/support/fixtures/messaging/imports-api.ts';
import { phonesApi } from '#test/support/fixtures/messaging/phones-api.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';

const BROADCASTS = '/api/v1/broadcasts';
const CONTACTS = '/api/v1/salesbot/contacts';
const NUMBERS = '/api/v1/salesbot/phone-numbers';

const numberSchema = v.object({ origination_id: v.string() });
const uploadSchema = v.object({ url: v.string(), headers: v.record(v.string(), v.string()) });
const messagesSchema = v.object({ messages: v.array(v.object({ text: v.string() })) });

/** A number sends one SMS a second, and the functions start on demand. */
const SLOW_MS = 60_000;

describe('broadcasts to an uploaded list, over HTTP', () => {
  const stack = forAllTests(shareStack);
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));
  let own = '';

  async function created(path: string, body: unknown): Promise<string> {
    const { status, body: answer } = await api('POST', path, { body });
    expect([path, Math.floor(status / 100), answer.errors]).toEqual([path, 2, undefined]);
    return String(answer.data.id);
  }

  const phones = phonesApi(stack);

  /** A phone number that accepts messages. */
  const aPhone = () => `+49308${randomInt(10_000, 99_999)}10`;

  const contactWith = (phone: string) => created(CONTACTS, { name: 'Ada', phone });

  async function contactOf(phone: string): Promise<{ id: string; opted_out: string[] } | undefined> {
    const query = new URLSearchParams({ phone });
    return (await api('GET', `${CONTACTS}?${query.toString()}`)).body.data[0];
  }

  const remove = async (contact: string) =>
    expect((await api('DELETE', `${CONTACTS}/${contact}`)).status).toBe(204);

  /** A number that has sent STOP, and that no contact has any more. */
  async function aStoppedPhone(): Promise<string> {
    const phone = aPhone();
    await phones('POST', '/replies', { from: phone, to: own, text: 'STOP' });
    const contact = await waitFor('the contact that sent STOP', async () => {
      const found = await contactOf(phone);
      return found?.opted_out.includes('sms') === true && found;
    });
    await remove(contact.id);
    return phone;
  }

  async function importList(file: Uint8Array<ArrayBuffer>, list: string) {
    const { body } = await api('POST', `${CONTACTS}/imports`, { body: { size: file.length, list } });
    const { url, headers } = v.parse(uploadSchema, body.upload);
    expect((await fetch(url, { method: 'PUT', headers, body: file })).status).toBe(200);
    const path = `${CONTACTS}/imports/${body.data.id}`;
    expect((await api('POST', `${path}/start`, { body: {} })).status).toBe(202);
    return waitFor('the import is completed', async () => {
      const { data } = (await api('GET', path)).body;
      return data.state === 'completed' && data;
    });
  }

  /** Sends a broadcast to its end; returns it with what came of each contact. */
  async function broadcast(audience: object, text: string) {
    const id = await created(BROADCASTS, {
      name: 'After the fair',
      message: { type: 'text', body: text },
      sender: 'platform',
      sending: { platform: 'sms' },
      audience,
    });
    expect((await api('POST', `${BROADCASTS}/${id}/send`, {})).status).toBe(202);
    const shown = await waitFor(
      'the broadcast has ended',
      async () => {
        const { data } = (await api('GET', `${BROADCASTS}/${id}`)).body;
        return ['finished', 'failed'].includes(data.state) && data;
      },
      SLOW_MS,
    );
    const { data } = (await api('GET', `${BROADCASTS}/${id}/recipients?limit=100`)).body;
    const recipients: { contact_id: string; status: string; reason: string | null }[] = data;
    const skipped = recipients.filter(({ status }) => status === 'skipped');
    return { shown, recipients, reasons: new Map(skipped.map((each) => [each.contact_id, each.reason])) };
  }

  async function received(phone: string, text: string): Promise<number> {
    const query = new URLSearchParams({ to: phone });
    const { messages } = v.parse(messagesSchema, await phones('GET', `/messages?${query.toString()}`));
    return messages.filter((message) => message.text === text).length;
  }

  beforeAll(async () => {
    own = `+1206${randomInt(1_000_000, 9_999_999)}`;
    const number = { platform: 'sms', phone: own, workspace_id: stack.workspaceId };
    const { origination_id } = v.parse(numberSchema, await phones('PUT', '/numbers', number));
    const id = await created(NUMBERS, { platform: 'sms', phone: own, origination_id });
    expect((await api('POST', `${NUMBERS}/${id}/verify`, { body: {} })).status).toBe(200);
  });

  it(
    'reach each contact of the file once, and skip the others with a reason',
    async () => {
      const [known, unknown, optedOut, gone] = [aPhone(), aPhone(), aPhone(), aPhone()];
      const stopped = await aStoppedPhone();
      await contactWith(known);
      const optedOutId = await contactWith(optedOut);
      const edit = { body: { opted_out: ['sms'] } };
      expect((await api('PATCH', `${CONTACTS}/${optedOutId}`, edit)).status).toBe(200);
      const email = `${randomUUID()}@example.com`;
      const stage = `guest-${randomUUID()}`;
      const file = fileOf(
        { phone: known },
        { phone: unknown, name: 'Grace', stage },
        { phone: `${unknown.slice(0, 5)} ${unknown.slice(5)}`, name: 'Somebody else' },
        { phone: optedOut, opted_out: [] },
        'not json',
        { phone: '12' },
        { email },
        { phone: gone },
        { phone: known, name: 'Again' },
        { phone: stopped },
        '',
      );

      const imported = await importList(file, 'Guests');
      expect(imported).toMatchObject({
        list: 'Guests',
        lines: 11,
        created: 4,
        updated: 0,
        unchanged: 2,
        rejected: 3,
        duplicates: 2,
      });
      expect(
        imported.rejected_lines.map(({ line, code }: { line: number; code: string }) => `${line} ${code}`),
      ).toEqual([
        '3 duplicate_line',
        '5 malformed_json',
        '6 invalid_format',
        '9 duplicate_line',
        '11 malformed_json',
      ]);
      const deleted = await contactOf(gone);
      await remove(String(deleted?.id));

      const text = `Thank you ${randomUUID()}`;
      const { shown, recipients, reasons } = await broadcast({ list: imported.id }, text);
      expect(shown).toMatchObject({ state: 'finished', recipients: 2, sent: 2, failed: 0 });
      expect(shown.progress.counts.skipped).toBe(4);
      expect(new Set(recipients.map(({ contact_id }) => contact_id)).size).toBe(6);
      expect(reasons.get(optedOutId)).toBe('opted_out');
      expect(reasons.get(String((await contactOf(stopped))?.id))).toBe('opted_out');
      expect(reasons.get(String(deleted?.id))).toBe('contact_erased');
      expect([...reasons.values()].map(String).toSorted()).toEqual([
        'contact_erased',
        'contact_unreachable',
        'opted_out',
        'opted_out',
      ]);
      expect(await Promise.all([known, unknown].map((phone) => received(phone, text)))).toEqual([1, 1]);
      expect(await Promise.all([optedOut, stopped, gone].map((phone) => received(phone, text)))).toEqual([
        0, 0, 0,
      ]);

      const leads = `For leads ${randomUUID()}`;
      const some = await broadcast({ list: imported.id, stage }, leads);
      expect(some.shown).toMatchObject({ state: 'finished', recipients: 1, sent: 1 });
      expect([...some.reasons.values()]).toEqual(['contact_erased']);
      expect([await received(unknown, leads), await received(known, leads)]).toEqual([1, 0]);
    },
    SLOW_MS,
  );

  it('need a completed import with a list', async () => {
    const { body } = await api('POST', `${CONTACTS}/imports`, { body: { size: 10, list: 'Later' } });
    const draft = {
      name: 'Too early',
      message: { type: 'text', body: 'Hello' },
      sender: 'platform',
      sending: { platform: 'sms' },
    };
    const audience = { list: body.data.id };
    const id = await created(BROADCASTS, draft);

    for (const { status, body: answer } of [
      await api('POST', BROADCASTS, { body: { ...draft, audience } }),
      await api('PATCH', `${BROADCASTS}/${id}`, { body: { audience } }),
    ])
      expect([status, answer.errors]).toMatchObject([
        422,
        [
          {
            pointer: '#/audience/list',
            code: 'audience_invalid',
            detail: expect.stringMatching(/not completed/u),
          },
        ],
      ]);
  });
});
