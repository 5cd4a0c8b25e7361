import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import type { NumberFacts } from '#shared/messaging/domain/phone-number.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { startMemoryApi } from '#test/support/fakes/platform/memory-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';

const PHONE = '+12025550100';
const SMS = { platform: 'sms', phone: '+1 202 555 0100', origination_id: 'phone-0a1b' };
const WHATSAPP = { platform: 'whatsapp', phone: PHONE, origination_id: 'phone-number-id-0a1b' };

async function startNumberApi() {
  const api = await startMemoryApi();
  const key = api.grant(['salesbot:numbers:read', 'salesbot:numbers:write']);
  const other = await api.createOtherWorkspace();
  const foreignKey = api.grant(['salesbot:numbers:read', 'salesbot:numbers:write'], {
    workspaceId: other.workspaceId,
  });
  const call: typeof api.call = (name, request) => api.call(name, { key, ...request });

  /** What AWS says about the number with an id. */
  function account(id: string, facts: Partial<NumberFacts> = {}): void {
    const known = { phone: PHONE, isActive: true, workspace: api.workspaceId, businessAccountId: null };
    api.numberDirectory.account.set(id, { ...known, ...facts });
  }

  async function connect(json: object = SMS, request: { readonly key?: string } = {}) {
    const { status, body } = await call('connect-phone-number', { json, ...request });
    expect(status).toBe(201);
    return body.data;
  }

  const verify = (number: string, request: { readonly key?: string } = {}) =>
    call('verify-phone-number', { params: { number }, ...request });

  const foreignWorkspaceId = other.workspaceId;
  return { ...api, call, account, connect, verify, foreignKey, foreignWorkspaceId };
}

const it = itWith(startNumberApi);

describe('connect-phone-number', () => {
  it('returns 201 with an unverified number in E.164 format', async (numbers) => {
    const { status, body, headers } = await numbers.call('connect-phone-number', { json: SMS });

    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/u),
      platform: 'sms',
      phone: PHONE,
      origination_id: 'phone-0a1b',
      business_account_id: null,
      state: 'unverified',
      reason: null,
      verified_at: null,
      created_at: NOW.toISOString(),
      updated_at: NOW.toISOString(),
    });
    expect(headers['Location']).toContain(`/api/v1/salesbot/phone-numbers/${body.data.id}`);
  });

  it('connects a number of the sandbox without an id of AWS', async (numbers) => {
    expect(await numbers.connect({ platform: 'sandbox', phone: PHONE })).toMatchObject({
      origination_id: null,
    });
  });

  it('returns 409 for a number that the workspace has connected, with its id', async (numbers) => {
    const { id } = await numbers.connect();
    const response = await numbers.call('connect-phone-number', { json: SMS });

    expect(codeOf(response)).toBe('409 phone_number_exists');
    expect(response.body.phone_number_id).toBe(id);
  });

  it.each([
    [{ ...SMS, platform: 'facebook' }, 'channel_not_allowed', '#/platform'],
    [{ ...SMS, phone: '0202 555' }, 'invalid_format', '#/phone'],
    [{ ...SMS, phone: '+1 202' }, 'invalid_format', '#/phone'],
    [{ platform: 'sms', phone: PHONE }, 'required', '#/origination_id'],
    [{ ...SMS, origination_id: 'pool-1' }, 'invalid_format', '#/origination_id'],
    [{ ...SMS, origination_id: WHATSAPP.origination_id }, 'invalid_format', '#/origination_id'],
    [{ ...WHATSAPP, origination_id: SMS.origination_id }, 'invalid_format', '#/origination_id'],
    [{ ...SMS, platform: 'sandbox' }, 'invalid_format', '#/origination_id'],
    [{ ...SMS, state: 'verified' }, 'field_not_updatable', '#/state'],
  ])('rejects %j with %s', async (json, code, pointer, numbers) => {
    const { status, body } = await numbers.call('connect-phone-number', { json });

    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ code, pointer }]);
  });

  it('returns 409 if the workspace has reached its quota', async (numbers) => {
    await numbers.leaveRoom(numbers.workspaceId, 'phone-numbers', 0);

    expect(codeOf(await numbers.call('connect-phone-number', { json: SMS }))).toBe('409 quota_exceeded');
  });
});

describe('verify-phone-number', () => {
  it('verifies a number that has the tag of the workspace', async (numbers) => {
    numbers.account('phone-0a1b');
    const { id } = await numbers.connect();

    expect((await numbers.verify(id)).body.data).toMatchObject({
      state: 'verified',
      reason: null,
      verified_at: NOW.toISOString(),
    });
  });

  it('finds the account of a WhatsApp number', async (numbers) => {
    numbers.account('phone-number-id-0a1b', { businessAccountId: 'waba-1' });
    const { id } = await numbers.connect(WHATSAPP);

    expect((await numbers.verify(id)).body.data).toMatchObject({
      state: 'verified',
      business_account_id: 'waba-1',
    });
  });

  it('verifies a number of the sandbox at once, in every stage', async (numbers) => {
    numbers.numberDirectory.channels.clear();
    const { id } = await numbers.connect({ platform: 'sandbox', phone: PHONE });

    expect((await numbers.verify(id)).body.data.state).toBe('verified');
  });

  it('returns 200 with the reason of a rejection, and verifies the number after the operator has set the tag', async (numbers) => {
    numbers.account('phone-0a1b', { workspace: null });
    const { id } = await numbers.connect();

    expect((await numbers.verify(id)).body.data).toMatchObject({
      state: 'rejected',
      reason: 'number_untagged',
    });
    numbers.account('phone-0a1b');
    expect((await numbers.verify(id)).body.data).toMatchObject({ state: 'verified', reason: null });
  });

  it('does not give a workspace the number of another one', async (numbers) => {
    numbers.account('phone-0a1b');
    const { id } = await numbers.connect(SMS, { key: numbers.foreignKey });
    const { data } = (await numbers.verify(id, { key: numbers.foreignKey })).body;

    expect(data).toMatchObject({ state: 'rejected', reason: 'number_of_other_workspace' });
  });

  it('returns 409 if another workspace has verified the number', async (numbers) => {
    numbers.account('phone-0a1b');
    const mine = await numbers.connect();
    await numbers.verify(mine.id);
    const theirs = await numbers.connect(SMS, { key: numbers.foreignKey });
    numbers.account('phone-0a1b', { workspace: numbers.foreignWorkspaceId });

    expect(codeOf(await numbers.verify(theirs.id, { key: numbers.foreignKey }))).toBe(
      '409 phone_number_taken',
    );
    // AWS no longer confirms the first one: its next verification releases the number.
    expect((await numbers.verify(mine.id)).body.data.state).toBe('rejected');
    expect((await numbers.verify(theirs.id, { key: numbers.foreignKey })).body.data.state).toBe('verified');
  });

  it('changes nothing if the result is the same', async (numbers) => {
    numbers.account('phone-0a1b');
    const { id } = await numbers.connect();
    const first = (await numbers.verify(id)).body.data;

    expect((await numbers.verify(id)).body.data).toEqual(first);
    expect((await numbers.call('get-phone-number', { params: { number: id } })).body.data).toEqual(first);
  });

  it('returns 409 if the installation does not send on the channel', async (numbers) => {
    numbers.numberDirectory.channels.delete('sms');
    const { id } = await numbers.connect();

    expect(codeOf(await numbers.verify(id))).toBe('409 channel_not_available');
  });

  it('returns 503 and keeps the state if AWS does not respond', async (numbers) => {
    numbers.account('phone-0a1b');
    const { id } = await numbers.connect();
    await numbers.verify(id);
    numbers.numberDirectory.breakDown();

    expect(codeOf(await numbers.verify(id))).toBe('503 temporarily_unavailable');
    expect((await numbers.call('get-phone-number', { params: { number: id } })).body.data.state).toBe(
      'verified',
    );
  });

  it('returns 404 for an unknown number, and for that of another workspace', async (numbers) => {
    const { id } = await numbers.connect();

    expect(codeOf(await numbers.verify(randomUUID()))).toBe('404 phone_number_not_found');
    expect(codeOf(await numbers.verify(id, { key: numbers.foreignKey }))).toBe('404 phone_number_not_found');
  });
});

describe('list-phone-numbers', () => {
  it('lists the numbers of the workspace in pages, newest first', async (numbers) => {
    const ids: string[] = [];
    for (const digit of [1, 2, 3]) {
      numbers.clock.advance(1);
      ids.unshift((await numbers.connect({ platform: 'sandbox', phone: `+1202555010${digit}` })).id);
    }
    await numbers.connect(SMS, { key: numbers.foreignKey });
    const first = (await numbers.call('list-phone-numbers', { query: { limit: '2' } })).body;
    const rest = (
      await numbers.call('list-phone-numbers', { query: { limit: '2', cursor: first.next_cursor } })
    ).body;

    expect([...first.data, ...rest.data].map(({ id }: { id: string }) => id)).toEqual(ids);
    expect([first.has_more, rest.has_more]).toEqual([true, false]);
  });
});

describe('disconnect-phone-number', () => {
  it('deletes the number, which can then be connected again', async (numbers) => {
    const { id } = await numbers.connect();

    expect((await numbers.call('disconnect-phone-number', { params: { number: id } })).status).toBe(204);
    expect(codeOf(await numbers.call('get-phone-number', { params: { number: id } }))).toBe(
      '404 phone_number_not_found',
    );
    await numbers.connect();
  });

  it('returns 404 for the number of another workspace', async (numbers) => {
    const { id } = await numbers.connect();
    const request = { params: { number: id }, key: numbers.foreignKey };

    expect(codeOf(await numbers.call('disconnect-phone-number', request))).toBe('404 phone_number_not_found');
  });
});

describe('list-message-templates', () => {
  const TEMPLATE = { name: 'welcome', language: 'de', status: 'APPROVED', category: null };

  it('returns the templates of the account of a number', async (numbers) => {
    numbers.account('phone-number-id-0a1b', { businessAccountId: 'waba-1' });
    numbers.numberDirectory.templates.set('waba-1', [TEMPLATE]);
    const { id } = await numbers.connect(WHATSAPP);
    await numbers.verify(id);

    expect((await numbers.call('list-message-templates', { params: { number: id } })).body.data).toEqual([
      TEMPLATE,
    ]);
  });

  it('returns examples for the sandbox, and nothing for text messages', async (numbers) => {
    numbers.account('phone-0a1b');
    const [sandbox, sms] = [
      await numbers.connect({ platform: 'sandbox', phone: PHONE }),
      await numbers.connect(),
    ];
    for (const { id } of [sandbox, sms]) await numbers.verify(id);
    const templatesOf = async (number: string) =>
      (await numbers.call('list-message-templates', { params: { number } })).body.data;

    expect((await templatesOf(sandbox.id)).map(({ name }: { name: string }) => name)).toEqual([
      'hello_world',
      'order_update',
    ]);
    expect(await templatesOf(sms.id)).toEqual([]);
  });

  it('returns 409 for a number that is not verified', async (numbers) => {
    const { id } = await numbers.connect(WHATSAPP);

    expect(codeOf(await numbers.call('list-message-templates', { params: { number: id } }))).toBe(
      '409 phone_number_not_verified',
    );
  });

  it('returns 409 if the installation no longer sends WhatsApp messages', async (numbers) => {
    numbers.account('phone-number-id-0a1b', { businessAccountId: 'waba-1' });
    const { id } = await numbers.connect(WHATSAPP);
    await numbers.verify(id);
    numbers.numberDirectory.channels.delete('whatsapp');

    expect(codeOf(await numbers.call('list-message-templates', { params: { number: id } }))).toBe(
      '409 channel_not_available',
    );
  });
});
