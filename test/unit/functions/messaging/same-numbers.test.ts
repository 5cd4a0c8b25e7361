import { describe, expect } from 'vitest';
import rows from '#test/corpus/same-numbers.json' with { type: 'json' };
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { fileOf, it } from '#test/support/fixtures/messaging/imports-api.ts';
import {
  anIncomingSms,
  anIncomingWhatsapp,
  createMessagingWorld,
} from '#test/support/fixtures/messaging/messaging-world.ts';

describe('spellings of a phone number', () => {
  it.each(rows)('of contacts: $input are $right ($report)', async ({ input, right }, { api, key }) => {
    const [first = '', ...others] = input;
    const isEqual = right === 'equal';
    const create = (phone: string) => api.call('create-contact', { key, json: { phone } });
    const made = await create(first);
    const { id, phone: stored } = made.body.data;
    expect(made.status).toBe(201);

    for (const phone of others) {
      const { body } = await api.call('list-contacts', { key, query: { phone } });
      expect(body.data).toMatchObject(isEqual ? [{ id, phone: stored }] : []);
      const again = await create(phone);
      expect([again.status, again.body.code, again.body.contact]).toEqual(
        isEqual ? [409, 'contact_exists', id] : [201, undefined, undefined],
      );
    }
  });

  it.each(rows)(
    'of imports: $input are $right ($report)',
    async ({ input, right }, { importFile, api, key }) => {
      const list = await importFile(fileOf(...input.map((phone) => ({ phone }))), 'People');
      const isEqual = right === 'equal';

      expect(list).toMatchObject({
        created: isEqual ? 1 : input.length,
        duplicates: isEqual ? input.length - 1 : 0,
        rejected: 0,
      });
      const [first = '', ...others] = input;
      const known = await importFile(fileOf(...others.map((phone) => ({ phone, name: 'Ana' }))));
      expect(known).toMatchObject(
        isEqual ? { created: 0, updated: 1, unchanged: others.length - 1 } : { created: 0 },
      );
      const { body } = await api.call('list-contacts', { key, query: { phone: first } });
      const written = await api.phoneNumbers.normalise(first);
      expect(body.data[0]).toMatchObject({ phone: written });
    },
  );

  it.each(rows)(
    'of opt-outs that outlive their contact: $input are $right ($report)',
    async ({ input, right }, { api, key }) => {
      const [first = '', ...others] = input;
      for (const phone of others) {
        const made = await api.call('create-contact', { key, json: { phone: first, opted_out: ['sms'] } });
        await api.call('delete-contact', { key, params: { contact: String(made.body.data.id) } });
        const again = await api.call('create-contact', { key, json: { phone } });

        expect(again.body.data.opted_out).toEqual(right === 'equal' ? ['sms'] : []);
        await api.call('delete-contact', { key, params: { contact: String(again.body.data.id) } });
      }
    },
  );
});

describe('the spelling of a sender', () => {
  it.each([
    ['sms', '+5541988171251', '+554188171251'],
    ['sms', '+554188171251', '+5541988171251'],
    ['sms', '+525512345678', '+5215512345678'],
    ['whatsapp', '+5541988171251', '+554188171251'],
    ['whatsapp', '+554188171251', '+5541988171251'],
    ['whatsapp', '+5215512345678', '+525512345678'],
    ['whatsapp', '+2290197123456', '+22997123456'],
    ['whatsapp', '+2250707123456', '+22507123456'],
    ['sms', '+22507123456', '+2250707123456'],
    ['whatsapp', '+5491143211234', '+541143211234'],
    ['whatsapp', '+541143211234', '+5491143211234'],
  ] as const)('is that of its contact: %s of %s from %s', async (platform, phone, from) => {
    const world = createMessagingWorld();
    const { number, contact } = await world.queued(platform);
    const { workspaceId } = contact;
    const after = { ...contact, phone, revision: contact.revision + 1 };
    await world.contacts.save(contact, after, [], aContext());
    const stop =
      platform === 'sms'
        ? anIncomingSms(number, { from, text: 'STOP' })
        : anIncomingWhatsapp(number, { type: 'text', text: { body: 'STOP' } }, { name: 'Ana', from });
    expect(await world.report(stop)).toBe(true);

    expect(await world.contacts.find(workspaceId, contact.id)).toMatchObject({ phone });
    expect((await world.contacts.find(workspaceId, contact.id))?.optOuts.has(platform)).toBe(true);
    expect(world.core.contacts.size).toBe(1);
  });
});
