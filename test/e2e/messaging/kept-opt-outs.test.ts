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

/** STOP is the wish of the owner of a phone number, so it survives what the workspace does with its contact. */
describe('a phone number whose owner has sent STOP', () => {
  const stack = forAllTests(shareStack);
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));
  let own = '';

  const post = (path: string, body: unknown = {}) => api('POST', `${SALESBOT}${path}`, { body });

  async function created(path: string, body: unknown): Promise<string> {
    const answer = await post(path, body);
    expect([path, answer.status]).toEqual([path, 201]);
    return String(answer.body.data.id);
  }

  const phones = phonesApi(stack);

  async function optedOut(contact: string): Promise<unknown> {
    return (await api('GET', `${SALESBOT}/contacts/${contact}`)).body.data.opted_out;
  }

  async function contactsOf(phone: string): Promise<{ id: string; opted_out: string[] }[]> {
    const query = new URLSearchParams({ phone });
    return (await api('GET', `${SALESBOT}/contacts?${query.toString()}`)).body.data;
  }

  /** A number that has sent STOP and whose contact was deleted. */
  async function aStoppedNumber(): Promise<string> {
    const phone = `+4930${randomInt(10_000_000, 99_999_999)}`;
    await phones('POST', '/replies', { from: phone, to: own, text: 'STOP' });
    const contact = await waitFor('the contact that sent STOP', async () => {
      const [found] = await contactsOf(phone);
      return found?.opted_out.includes('sms') === true && found;
    });
    expect((await api('DELETE', `${SALESBOT}/contacts/${contact.id}`)).status).toBe(204);
    return phone;
  }

  beforeAll(async () => {
    own = `+1206${randomInt(1_000_000, 9_999_999)}`;
    const number = { platform: 'sms', phone: own, workspace_id: stack.workspaceId };
    const { origination_id } = v.parse(numberSchema, await phones('PUT', '/numbers', number));
    const id = await created('/phone-numbers', { platform: 'sms', phone: own, origination_id });
    expect((await post(`/phone-numbers/${id}/verify`)).status).toBe(200);
  });

  it('gets no message through a new contact', async () => {
    const phone = await aStoppedNumber();
    const contact = await created('/contacts', { name: 'Ada', phone });
    const conversation = await created('/conversations', { contact_id: contact, platform: 'sms' });
    const rejected = await post(`/conversations/${conversation}/messages`, { text: 'Hello' });

    expect(await optedOut(contact)).toEqual(['sms']);
    expect([rejected.status, rejected.body.code]).toEqual([409, 'contact_opted_out']);
  });

  it('stays opted out if an edit gives it to another contact, until a later edit ends the opt-out', async () => {
    const phone = await aStoppedNumber();
    const contact = await created('/contacts', { name: 'Grace' });
    const edit = (body: object) => api('PATCH', `${SALESBOT}/contacts/${contact}`, { body });

    expect((await edit({ phone, opted_out: [] })).body.data.opted_out).toEqual(['sms']);
    expect((await edit({ phone: null })).body.data.phone).toBeNull();
    expect((await edit({ phone, opted_out: ['whatsapp'] })).body.data.opted_out.toSorted()).toEqual([
      'sms',
      'whatsapp',
    ]);
    expect((await edit({ opted_out: [] })).body.data.opted_out).toEqual([]);
    expect((await edit({ phone: null })).status).toBe(200);
    expect(await optedOut(await created('/contacts', { name: 'Ada', phone }))).toEqual([]);
  });

  it.each([
    ['Hello', ['sms']],
    ['START', []],
  ])('writes %s and has the opt-outs %j then', async (text, expected) => {
    const phone = await aStoppedNumber();
    await phones('POST', '/replies', { from: phone, to: own, text });

    const contact = await waitFor('the contact', async () => (await contactsOf(phone))[0]);
    expect(contact?.opted_out).toEqual(expected);
  });
});
