import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { RECORD_TYPES, type RecordType } from '#shared/events/catalogue/record-type.ts';
import { MERGE_MS, merged } from '#shared/events/recording/erasure.ts';
import { contactOf, fieldsOf } from '#shared/events/records/external-record.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import { aBroadcast } from '#test/support/builders/broadcasts/broadcast-builders.ts';
import { anErasure } from '#test/support/builders/events/event-builders.ts';
import { newsWith } from '#test/support/builders/events/record-builders.ts';
import { aContact } from '#test/support/builders/messaging/contact-builders.ts';
import { aConversation } from '#test/support/builders/messaging/conversation-builders.ts';
import { aContext, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const ALWAYS = () => true;

describeStores('ExternalRecords', (fixture) => {
  let workspaceId: string;
  let [contact, order]: string[] = [];

  beforeEach(() => {
    workspaceId = randomUUID();
    [contact, order] = [randomUUID(), randomUUID()];
  });

  const find = (type: RecordType, id: string | undefined) =>
    fixture.externalRecords.find(workspaceId, type, id ?? '');

  async function fieldsFound(type: RecordType, id: string | undefined) {
    const record = await find(type, id);
    return record && fieldsOf(record);
  }

  /** What an order event says, some seconds after the start of the test. */
  function said(second: number, fields: Record<string, unknown>, recorded = second) {
    const data = { contact: { id: contact, name: `Ada ${second}` }, order: { id: order, ...fields } };
    const [occurredAt, recordedAt] = [secondsAfterNow(second), secondsAfterNow(recorded)];
    return newsWith(data, { workspaceId, occurredAt, recordedAt });
  }

  const learn = (...events: readonly ReturnType<typeof said>[]) => fixture.externalRecords.learn(events);

  async function ask(second: number): Promise<void> {
    const createdAt = secondsAfterNow(second);
    const erasure = anErasure({
      workspaceId,
      contact: hashContact(contact ?? ''),
      createdAt,
      requestedAt: createdAt,
    });
    const last = await fixture.erasures.findLast(workspaceId, erasure.contact);
    await fixture.erasures.create(erasure, aContext(), last?.id);
  }

  function erase(second: number, isLast = false, hasTime = ALWAYS): Promise<boolean> {
    const erased = {
      workspaceId,
      contact: hashContact(contact ?? ''),
      requestedAt: secondsAfterNow(second),
      isLast,
    };
    return fixture.externalRecords.erase(erased, hasTime);
  }

  describe('learn', () => {
    it('writes a record for each id of an event', async () => {
      expect(await learn(said(0, { status: 'created' }))).toBe(2);

      expect(await fieldsFound('contact', contact)).toEqual({ name: 'Ada 0' });
      expect(await fieldsFound('order', order)).toEqual({ status: 'created', contact_id: contact });
      expect(await find('order', order)).toMatchObject({ workspaceId, type: 'order', id: order, version: 1 });
    });

    it('keeps workspaces and types apart, even with one id', async () => {
      await learn(
        newsWith({ order: { id: order, status: 'ours' }, payment: { id: order } }, { workspaceId }),
      );
      await learn(newsWith({ order: { id: order, status: 'theirs' } }));

      expect(await fieldsFound('order', order)).toEqual({ status: 'ours' });
      expect(await fieldsFound('payment', order)).toEqual({});
      expect(await find('booking', order)).toBeUndefined();
    });

    it('lets no older event overwrite a newer one, field by field', async () => {
      await learn(said(5, { status: 'paid' }));
      await learn(said(1, { status: 'created', total: '5.00' }, 6));

      expect(await fieldsFound('order', order)).toEqual({
        status: 'paid',
        total: '5.00',
        contact_id: contact,
      });
      expect(await fieldsFound('contact', contact)).toEqual({ name: 'Ada 5' });
    });

    it('writes nothing when events are repeated', async () => {
      const events = [said(1, { status: 'created' }), said(2, { status: 'paid' })];
      await learn(...events);

      expect(await learn(...events)).toBe(0);
      expect(await learn(...events.toReversed())).toBe(0);
    });

    it('loses nothing to concurrent writers', async () => {
      const events = Array.from({ length: 8 }, (_, second) => said(second, { [`field_${second}`]: second }));
      await Promise.all(events.map((event) => learn(event)));
      const expected = Object.fromEntries(events.map((_, second) => [`field_${second}`, second]));

      expect(await fieldsFound('order', order)).toEqual({ ...expected, contact_id: contact });
      expect(await fieldsFound('contact', contact)).toEqual({ name: 'Ada 7' });
    });

    it('reads and writes hundreds of records of one batch', async () => {
      const orders = Array.from({ length: 130 }, () => randomUUID());
      const events = orders.map((id) =>
        newsWith({ contact: { id: contact }, order: { id } }, { workspaceId }),
      );

      await learn(...events);

      expect(await find('order', orders[0])).toBeDefined();
      expect(await find('order', orders[129])).toBeDefined();
      expect(await learn(...events)).toBe(0);
    });

    it('leaves contacts, conversations and broadcasts of this platform unchanged, and follows what is named beside them', async () => {
      const managed = aContact({ workspaceId });
      const message = randomUUID();
      await fixture.contacts.create(managed, [], aContext());
      const conversation = aConversation({ workspaceId, contactId: managed.id });
      await fixture.conversations.create(conversation, aContext());
      const broadcast = aBroadcast({ workspaceId });
      await fixture.broadcasts.create(broadcast, aContext());
      await learn(
        newsWith(
          { conversation: { id: conversation.id, status: 'x' }, message: { id: message } },
          { workspaceId },
        ),
        newsWith({ contact: { id: managed.id, name: 'Eve' }, order: { id: order } }, { workspaceId }),
        newsWith({ broadcast: { id: broadcast.id, name: 'Other' } }, { workspaceId }),
      );

      expect(await find('contact', managed.id)).toBeUndefined();
      expect(await find('conversation', conversation.id)).toBeUndefined();
      expect(await find('broadcast', broadcast.id)).toBeUndefined();
      expect(await fieldsFound('message', message)).toEqual({ conversation_id: conversation.id });
      expect(await fieldsFound('order', order)).toEqual({ contact_id: managed.id });
    });

    it('follows a broadcast whose id another workspace uses', async () => {
      const foreign = aBroadcast();
      await fixture.broadcasts.create(foreign, aContext());
      await learn(newsWith({ broadcast: { id: foreign.id, name: 'Ours' } }, { workspaceId }));

      expect(await fieldsFound('broadcast', foreign.id)).toEqual({ name: 'Ours' });
    });
  });

  describe('list', () => {
    async function read(type: RecordType, order_: 'asc' | 'desc'): Promise<string[]> {
      const ids: string[] = [];
      let after: string | undefined;
      do {
        const page = await fixture.externalRecords.list(workspaceId, type, {
          order: order_,
          limit: 2,
          after,
        });
        ids.push(...page.records.map(({ id }) => id));
        after = page.readTo;
      } while (after !== undefined);
      return ids;
    }

    it('returns each record once, in the order of recording, whatever happens to it later', async () => {
      const orders = Array.from({ length: 5 }, () => randomUUID());
      for (const [second, id] of orders.entries())
        await learn(newsWith({ order: { id } }, { workspaceId, recordedAt: secondsAfterNow(second) }));
      await learn(
        newsWith(
          { order: { id: orders[0], status: 'paid' } },
          { workspaceId, recordedAt: secondsAfterNow(9) },
        ),
      );

      expect(await read('order', 'asc')).toEqual(orders);
      expect(await read('order', 'desc')).toEqual(orders.toReversed());
      expect(await read('payment', 'asc')).toEqual([]);
    });

    it.each(RECORD_TYPES)('returns records of the type %s', async (type) => {
      await learn(newsWith({ [type]: { id: order } }, { workspaceId }));

      expect(await read(type, 'desc')).toEqual([order]);
    });
  });

  describe('erase', () => {
    it('removes the contact and every record that belongs to the contact', async () => {
      const other = randomUUID();
      await learn(said(0, { status: 'created' }));
      await learn(newsWith({ contact: { id: contact }, booking: { id: other } }, { workspaceId }));

      expect(await erase(10)).toBe(true);
      expect([
        await find('contact', contact),
        await find('order', order),
        await find('booking', other),
      ]).toEqual([undefined, undefined, undefined]);
    });

    it('leaves records of other contacts, automations and the same contact of another workspace', async () => {
      const [stranger, theirs, automation] = [randomUUID(), randomUUID(), randomUUID()];
      await learn(
        newsWith(
          { contact: { id: contact }, automation: { id: automation, name: 'Welcome' } },
          { workspaceId },
        ),
        newsWith({ contact: { id: stranger }, order: { id: theirs } }, { workspaceId }),
      );
      const elsewhere = newsWith({ contact: { id: contact }, order: { id: order } });
      await learn(elsewhere);
      await erase(10);

      expect(await find('contact', stranger)).toBeDefined();
      expect(await find('order', theirs)).toBeDefined();
      expect(await find('automation', automation)).toBeDefined();
      expect(await fixture.externalRecords.find(elsewhere.workspaceId, 'order', order ?? '')).toBeDefined();
    });

    it('leaves a record that a later event gave to another contact', async () => {
      const heir = randomUUID();
      await learn(said(0, { status: 'created' }));
      await learn(
        newsWith(
          { contact: { id: heir }, order: { id: order } },
          { workspaceId, recordedAt: secondsAfterNow(1) },
        ),
      );
      await erase(10, true);

      const found = await find('order', order);
      expect(contactOf(found)).toBe(heir);
    });

    it('keeps what events said after the request', async () => {
      await learn(said(0, { status: 'created', total: '5.00' }), said(20, { status: 'paid' }));
      await erase(10);
      await erase(10, true);

      expect(await fieldsFound('order', order)).toEqual({ status: 'paid', contact_id: contact });
      expect(await fieldsFound('contact', contact)).toEqual({ name: 'Ada 20' });
      expect(await erase(30)).toBe(true);
      expect(await find('order', order)).toBeUndefined();
    });

    it('erases in its last call what was written after the first one', async () => {
      await learn(said(0, { status: 'created' }));
      await erase(10);
      await learn(said(0, { status: 'created' }));
      await erase(10, true);

      expect([await find('contact', contact), await find('order', order)]).toEqual([undefined, undefined]);
    });

    it('can be called again, also without records', async () => {
      expect(await erase(10)).toBe(true);
      await learn(said(0, {}));
      await erase(10);

      expect(await erase(10, true)).toBe(true);
      expect(await erase(10, true)).toBe(true);
    });

    it('stops when the time is used up', async () => {
      await learn(said(0, {}));

      expect(await erase(10, false, () => false)).toBe(false);
      expect(await find('contact', contact)).toBeDefined();
    });
  });

  describe('learn, for a contact that was erased', () => {
    it('ignores events that were recorded before the request', async () => {
      await ask(10);
      await learn(said(9, { status: 'created' }), said(10, { status: 'paid' }));

      expect([await find('contact', contact), await find('order', order)]).toEqual([undefined, undefined]);
    });

    it('follows events that were recorded later', async () => {
      await ask(10);
      await learn(said(9, { status: 'created' }), said(5, { status: 'paid' }, 11));

      expect(await fieldsFound('order', order)).toEqual({ status: 'paid', contact_id: contact });
    });

    it('ignores the earlier ones also when a later one has created the records', async () => {
      await ask(10);
      await learn(said(11, { status: 'paid' }));
      await learn(said(9, { total: '5.00' }), said(12, { number: '7' }));

      expect(await fieldsFound('order', order)).toEqual({ status: 'paid', number: '7', contact_id: contact });
    });

    it('ignores the earlier ones also when the erasure left the records with a later one', async () => {
      await learn(said(1, { status: 'created' }));
      await ask(10);
      await learn(said(11, { status: 'paid' }));
      await erase(10);
      await learn(said(2, { total: '5.00' }));

      expect(await fieldsFound('order', order)).toEqual({ status: 'paid', contact_id: contact });
    });

    it('ignores events before a request that was merged', async () => {
      await ask(10);
      const erasure = await fixture.erasures.findLast(workspaceId, hashContact(contact ?? ''));
      await fixture.erasures.merge(merged(erasure ?? expect.fail(), secondsAfterNow(60)), aContext());
      await learn(said(59, {}));

      expect(await find('contact', contact)).toBeUndefined();
    });

    it('remembers the last request longer than requests are merged', async () => {
      await ask(0);
      await ask(MERGE_MS / 1000 + 1);
      await learn(said(MERGE_MS / 1000, {}));

      expect(await find('contact', contact)).toBeUndefined();
    });
  });
});
