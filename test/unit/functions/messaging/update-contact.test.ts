import { describe, expect } from 'vitest';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { withinWorkspace } from '#test/support/fakes/platform/memory-core.ts';
import { ADA, it, startContactApi } from '#test/support/fixtures/messaging/contact-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';

describe('update-contact', () => {
  it('changes the fields that were sent and keeps the others', async ({ edit }) => {
    const { status, headers, body } = await edit({
      name: 'Ada M.',
      phone: null,
      custom_fields: { orders: 4, customer_number: null, wholesale: false },
    });

    expect([status, headers['ETag']]).toEqual([200, '"2"']);
    expect(body.data).toMatchObject({
      ...ADA,
      name: 'Ada M.',
      phone: null,
      custom_fields: { orders: 4, wholesale: false },
      revision: '2',
      created_at: NOW.toISOString(),
      updated_at: secondsAfterNow(60).toISOString(),
    });
    expect(body.data.custom_fields).toEqual({ orders: 4, wholesale: false });
  });

  it('emits one event for each change, in the transaction of the change', async ({
    edit,
    events,
    contact,
  }) => {
    await edit({ name: 'Ada M.', stage: 'customer', tags: ['vip'] });
    const found = events();

    expect(found.map(({ event }) => event)).toEqual(['untagged', 'tagged', 'stage_changed', 'updated']);
    expect(found[0]?.data).toMatchObject({ contact: { id: contact, tags: ['vip'] }, tag: 'newsletter' });
    expect(found[1]?.data).toMatchObject({ tag: 'vip' });
    expect(found[2]?.data).toMatchObject({ stage: 'customer', previous_stage: 'lead' });
    expect(found[3]?.data).toEqual({
      contact: expect.objectContaining({ name: 'Ada M.', stage: 'customer' }),
    });
  });

  it.each([
    [{ stage: 'customer' }, ['stage_changed']],
    [{ stage: null }, ['updated']],
    [{ add_tags: ['vip', 'newsletter'] }, ['tagged']],
    [{ remove_tags: ['newsletter', 'unknown'] }, ['untagged']],
    [{ add_tags: ['a', 'b'], remove_tags: ['newsletter'] }, ['untagged', 'tagged', 'tagged']],
    [{ email: null }, ['updated']],
    [{ platform: 'sms' }, ['updated']],
    [{ custom_fields: { orders: 4 } }, ['updated']],
    [{ opted_out: ['sms'] }, ['updated']],
    [{}, []],
    [{ stage: 'lead', tags: ['newsletter'], opted_out: [] }, []],
    [{ email: ADA.email, phone: '+12025550143', custom_fields: { orders: 3, unknown: null } }, []],
  ])('for %j, emits %j', async (json, expected, { edit, events, stored }) => {
    expect((await edit(json)).status).toBe(200);
    expect(events().map(({ event }) => event)).toEqual(expected);
    expect(stored().revision).toBe(expected.length === 0 ? 1 : 2);
  });

  it('matches the events with the endpoints of their channel', async ({ api, edit, subscribe }) => {
    await subscribe('salesbot.contact.tagged', 'whatsapp');
    await subscribe('salesbot.contact.tagged', 'sms');
    await edit({ add_tags: ['vip'] });

    expect([...api.core.events.values()].at(-1)).toMatchObject({ matches: [{ shards: 1 }] });
  });

  it('shows the stage before the last change, also after other edits', async ({ edit }) => {
    await edit({ stage: 'customer' });
    const { body } = await edit({ name: 'Ada M.' });

    expect(body.data).toMatchObject({
      stage: 'customer',
      previous_stage: 'lead',
      stage_changed_at: secondsAfterNow(60).toISOString(),
    });
  });

  it('keeps the time of an earlier opt-out', async ({ api, edit }) => {
    await edit({ opted_out: ['sms'] });
    api.clock.advance(60);
    const { body } = await edit({ opted_out: ['whatsapp', 'sms'] });

    expect(body.data).toMatchObject({
      opted_out: ['whatsapp', 'sms'],
      opted_out_at: {
        whatsapp: secondsAfterNow(120).toISOString(),
        sms: secondsAfterNow(60).toISOString(),
      },
    });
  });

  it('returns 409 for the address of another contact, and changes nothing', async ({
    api,
    key,
    edit,
    stored,
  }) => {
    const other = await api.call('create-contact', { key, json: { email: 'eve@example.com' } });
    const response = await edit({ email: 'Eve@example.com', name: 'Eve' });

    expect(codeOf(response)).toBe('409 contact_exists');
    expect(response.body).toMatchObject({ contact: other.body.data.id, field: 'email' });
    expect(stored()).toMatchObject({ name: 'Ada Moreau', revision: 1 });
  });

  it('changes only the revision of If-Match', async ({ edit, stored }) => {
    expect(codeOf(await edit({ name: 'n' }, { headers: { 'if-match': '"7"' } }))).toBe(
      '412 revision_mismatch',
    );
    expect((await edit({ name: 'n' }, { headers: { 'if-match': '"1"' } })).status).toBe(200);
    expect(stored()).toMatchObject({ name: 'n', revision: 2 });
  });

  it('rejects a number that has lost digits', async ({ edit, stored }) => {
    expect(codeOf(await edit({ custom_fields: { crm: 2 ** 60 } }))).toBe('422 out_of_range');
    expect(stored().revision).toBe(1);
  });

  it('requires that the tags and custom fields together keep to the limits', async ({ edit, stored }) => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `tag ${index}`);
    const fields = (from: number) => Object.fromEntries(many(30).map((_, index) => [`f${from + index}`, 1]));
    await edit({ add_tags: many(39), custom_fields: fields(0) });

    expect(codeOf(await edit({ add_tags: ['one more'] }))).toBe('422 too_many_items');
    expect(codeOf(await edit({ custom_fields: fields(30) }))).toBe('422 too_many_items');
    expect(codeOf(await edit({ tags: ['a'], add_tags: ['b'] }))).toBe('422 field_not_updatable');
    expect(stored().revision).toBe(2);
  });

  it('lets concurrent edits of different tags both happen', async ({ edit, stored }) => {
    await Promise.all(['a', 'b', 'c'].map((tag) => edit({ add_tags: [tag] })));

    expect(stored().tags.toSorted()).toEqual(['a', 'b', 'c', 'newsletter']);
  });
});

describe('update-contact of a number whose other spelling has kept an opt-out', () => {
  async function startKept() {
    const started = await startContactApi({ phone: '+554188171251' });
    const { api } = started;
    const place = withinWorkspace(api.workspaceId, '+5541988171251');
    api.core.keptOptOuts.set(place, new Map([['sms', api.clock()]]));
    return { ...started, kept: () => api.core.keptOptOuts.get(place) };
  }

  it('ends the opt-out if the request omits its channel', async () => {
    const { edit, kept } = await startKept();
    const { status, body } = await edit({ opted_out: [] });

    expect([status, body.data.opted_out]).toEqual([200, []]);
    expect(kept()).toBeUndefined();
  });

  it('stores the opt-out if the request names its channel', async () => {
    const { edit, stored } = await startKept();
    const { body } = await edit({ opted_out: ['sms'] });

    expect(body.data.opted_out).toEqual(['sms']);
    expect(stored().optOuts.has('sms')).toBe(true);
  });

  it('keeps the opt-out if the request does not speak of opt-outs', async () => {
    const { edit, kept } = await startKept();
    await edit({ name: 'Grace' });

    expect(kept()?.has('sms')).toBe(true);
  });
});
