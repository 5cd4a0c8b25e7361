import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { planErasure } from '#shared/events/recording/erasure.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import type { ContactRange } from '#shared/messaging/ports/contact-store.ts';
import { ConcurrentUpdateError, DuplicateRequestError } from '#shared/platform/core/errors.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { aContact, aFullContact } from '#test/support/builders/messaging/contact-builders.ts';
import {
  aContext,
  anIdempotencyRecord,
  NOW,
  secondsAfterNow,
} from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const EMAIL = { kind: 'email', value: 'ada.moreau@example.com' } as const;
const PHONE = { kind: 'phone', value: '+12025550143' } as const;

describeStores('ContactStore', (fixture) => {
  async function created(contact = aContact()): Promise<Contact> {
    await fixture.contacts.create(contact, [], aContext());
    return contact;
  }

  async function saved(before: Contact, overrides: Partial<Contact>): Promise<Contact> {
    const after = { ...before, revision: before.revision + 1, ...overrides };
    await fixture.contacts.save(before, after, [], aContext());
    return after;
  }

  function found({ workspaceId, id }: Contact): Promise<Contact | undefined> {
    return fixture.contacts.find(workspaceId, id);
  }

  async function remove(contact: Contact): Promise<void> {
    const { workspaceId, id } = contact;
    const subject = { id: newId(NOW), workspaceId, contact: hashContact(id) };
    const last = await fixture.erasures.findLast(workspaceId, subject.contact);
    await fixture.contacts.remove(contact, planErasure(last, subject, NOW), aContext());
  }

  describe('create and find', () => {
    it.each([
      ['a name only', aContact()],
      ['every field', aFullContact()],
    ])('return a contact with %s as created', async (_, contact) => {
      await created(contact);

      expect(await found(contact)).toEqual(contact);
    });

    it('write the events with the contact, or neither', async () => {
      const [contact, event] = [aContact(), anEvent()];
      await fixture.contacts.create(contact, [event], aContext());
      const late = anEvent();

      await expect(fixture.contacts.create(contact, [late], aContext())).rejects.toThrow(
        ConcurrentUpdateError,
      );
      expect(await fixture.events.find(event.id)).toEqual(event);
      expect(await fixture.events.find(late.id)).toBeUndefined();
    });

    it('create the contact of a sign-up with its events, and one contact for many concurrent sign-ups', async () => {
      const workspaceId = randomUUID();
      const event = anEvent();
      const signups = Array.from({ length: 8 }, () => aFullContact({ workspaceId }));
      const outcomes = await Promise.allSettled(
        signups.map((contact) => fixture.contacts.createBySignup(contact, [event], aContext())),
      );
      const written = signups.filter((_, index) => outcomes[index]?.status === 'fulfilled');

      expect(written).toHaveLength(1);
      expect(await fixture.contacts.findByAddress(workspaceId, EMAIL)).toEqual(written[0]);
      expect(await fixture.events.find(event.id)).toEqual(event);
    });

    it('keep contacts of workspaces apart, even with one id', async () => {
      const one = await created();
      const twin = await created(aContact({ id: one.id, name: 'Somebody else' }));

      expect([await found(one), await found(twin)]).toEqual([one, twin]);
      expect(await fixture.contacts.find(randomUUID(), one.id)).toBeUndefined();
    });

    it('create nothing under a stored response', async () => {
      const idempotencyRecord = anIdempotencyRecord();
      await fixture.contacts.create(aContact(), [], aContext({ idempotencyRecord }));
      const twin = aContact();

      await expect(fixture.contacts.create(twin, [], aContext({ idempotencyRecord }))).rejects.toThrow(
        DuplicateRequestError,
      );
      expect(await found(twin)).toBeUndefined();
    });
  });

  describe('dates', () => {
    const on = (nextOn: string | null): Pick<Contact, 'dates'> => ({
      dates: new Map([['birthday', { date: '1990-03-14', repeats: 'yearly', nextOn }]]),
    });

    /** Ids of the contacts with a date until a day; the index follows the table. */
    async function dated(workspaceId: string, until: string, limit = 10): Promise<string[]> {
      return (await fixture.contacts.listDated(workspaceId, until, limit)).map(({ id }) => id);
    }

    it('list contacts up to a day, earliest first, and in pages', async () => {
      const first = await created(aContact(on('2026-03-13')));
      const { workspaceId } = first;
      const third = await created(aContact({ workspaceId, ...on('2026-03-15') }));
      const second = await created(aContact({ workspaceId, ...on('2026-03-14') }));
      await created(aContact({ workspaceId, ...on(null) }));
      await created(aContact({ workspaceId }));
      await created(aContact(on('2026-03-13')));

      expect(await dated(workspaceId, '2026-03-14')).toEqual([first.id, second.id]);
      expect(await dated(workspaceId, '2026-03-12')).toEqual([]);
      const [page] = await fixture.contacts.listDated(workspaceId, '2026-12-31', 1);
      expect(page).toEqual({ day: '2026-03-13', id: first.id });
      expect(await fixture.contacts.listDated(workspaceId, '2026-12-31', 5, page)).toEqual([
        { day: '2026-03-14', id: second.id },
        { day: '2026-03-15', id: third.id },
      ]);
    });

    it('list a contact by its earliest date only, which moves and goes with the contact', async () => {
      const contact = await created(aContact(on('2026-03-14')));
      const { workspaceId } = contact;
      const moved = await saved(contact, on('2027-03-14'));
      expect(await dated(workspaceId, '2027-03-13')).toEqual([]);
      expect(await dated(workspaceId, '2027-03-14')).toEqual([contact.id]);

      const without = await saved(moved, { dates: new Map() });
      expect(await dated(workspaceId, '2027-03-14')).toEqual([]);
      const again = await saved(without, on('2027-03-14'));
      await remove(again);
      expect(await dated(workspaceId, '2027-03-14')).toEqual([]);
    });
  });

  describe('addresses', () => {
    it('find the contact, whatever the case of its email address', async () => {
      const contact = await created(aFullContact());
      const { workspaceId } = contact;

      expect(await fixture.contacts.findByAddress(workspaceId, EMAIL)).toEqual(contact);
      expect(await fixture.contacts.findByAddress(workspaceId, PHONE)).toEqual(contact);
      expect(await fixture.contacts.findByAddress(randomUUID(), EMAIL)).toBeUndefined();
      expect(
        await fixture.contacts.findByAddress(workspaceId, { kind: 'phone', value: EMAIL.value }),
      ).toBeUndefined();
    });

    it.each([
      ['email', { email: 'ADA.moreau@example.com' }],
      ['phone', { phone: PHONE.value }],
    ] as const)('of two contacts are never the same: %s', async (field, address) => {
      const { id, workspaceId } = await created(aFullContact());
      const twin = aContact({ workspaceId, ...address });
      const other = await created(aContact({ workspaceId }));
      const error = { code: 'contact_exists', extras: { contact: id, field } };

      await expect(created(twin)).rejects.toMatchObject(error);
      await expect(saved(other, address)).rejects.toMatchObject(error);
      expect([await found(twin), await found(other)]).toEqual([undefined, other]);
    });

    it('can be used again in another workspace', async () => {
      await created(aFullContact());

      await expect(created(aFullContact())).resolves.toBeDefined();
    });

    it('are free after the contact got others, lost them or was deleted', async () => {
      const contact = await created(aFullContact({ optOuts: new Map() }));
      const { workspaceId } = contact;
      const moved = await saved(contact, { email: 'other@example.com', phone: null });
      const second = await created(aContact({ workspaceId, email: EMAIL.value, phone: PHONE.value }));

      expect(await fixture.contacts.findByAddress(workspaceId, EMAIL)).toEqual(second);
      expect(
        await fixture.contacts.findByAddress(workspaceId, { kind: 'email', value: 'other@example.com' }),
      ).toEqual(moved);

      await remove(second);
      expect(await fixture.contacts.findByAddress(workspaceId, PHONE)).toBeUndefined();
      await expect(created(aContact({ workspaceId, phone: PHONE.value }))).resolves.toBeDefined();
    });

    it('of one domain are equal, whatever their spelling, and free after the contact lost them', async () => {
      const contact = await created(aContact({ email: 'Info@bücher.example' }));
      const { workspaceId } = contact;
      const compared = { kind: 'email', value: 'info@xn--bcher-kva.example' } as const;
      const twin = aContact({ workspaceId, email: 'info@bu\u0308cher.example' });

      expect(await fixture.contacts.findByAddress(workspaceId, compared)).toEqual(contact);
      await expect(created(twin)).rejects.toMatchObject({ code: 'contact_exists' });
      const moved = await saved(contact, { email: compared.value });
      await expect(created(twin)).rejects.toMatchObject({ code: 'contact_exists' });
      await saved(moved, { email: null });
      await expect(created(twin)).resolves.toEqual(twin);
    });

    it('stay with the contact if only their spelling changes', async () => {
      const contact = await created(aFullContact());
      const after = await saved(contact, { email: EMAIL.value });

      expect(await fixture.contacts.findByAddress(contact.workspaceId, EMAIL)).toEqual(after);
    });
  });

  describe('save', () => {
    it('writes every field, with the events', async () => {
      const before = await created();
      const { id, workspaceId, createdAt } = before;
      const [after, events] = [aFullContact({ id, workspaceId, createdAt }), [anEvent(), anEvent()]];
      await fixture.contacts.save(before, after, events, aContext());

      expect(await found(before)).toEqual(after);
      expect(await Promise.all(events.map((event) => fixture.events.find(event.id)))).toEqual(events);
    });

    it('removes what no longer has a value', async () => {
      const before = await created(aFullContact());
      const { id, workspaceId } = before;
      const after = aContact({ id, workspaceId, revision: 8 });
      await fixture.contacts.save(before, after, [], aContext());

      expect(await found(before)).toEqual(after);
    });

    it('fails after another change, with its events', async () => {
      const before = await created();
      const after = await saved(before, { name: 'Renamed' });
      const event = anEvent();

      await expect(
        fixture.contacts.save(before, { ...before, stage: 'lead' }, [event], aContext()),
      ).rejects.toThrow(ConcurrentUpdateError);
      expect(await found(before)).toEqual(after);
      expect(await fixture.events.find(event.id)).toBeUndefined();
    });
  });

  describe('remove', () => {
    it('deletes the contact and requests its erasure, both or neither', async () => {
      const contact = await created(aFullContact());
      const { workspaceId, id } = contact;
      const hash = hashContact(id);

      await expect(remove({ ...contact, revision: 3 })).rejects.toThrow(ConcurrentUpdateError);
      expect(await fixture.erasures.findLast(workspaceId, hash)).toBeUndefined();
      await remove(contact);

      expect(await found(contact)).toBeUndefined();
      expect(await fixture.erasures.findLast(workspaceId, hash)).toMatchObject({ state: 'queued' });
      await expect(remove(contact)).rejects.toThrow(ConcurrentUpdateError);
    });

    it('is merged into an erasure that was requested before', async () => {
      const contact = await created();
      const { workspaceId, id } = contact;
      const subject = { id: newId(NOW), workspaceId, contact: hashContact(id) };
      const plan = planErasure(undefined, subject, NOW);
      await fixture.erasures.create(plan.erasure, aContext());
      const at = secondsAfterNow(60);
      await fixture.contacts.remove(contact, planErasure(plan.erasure, subject, at), aContext());

      expect(await fixture.erasures.findLast(workspaceId, subject.contact)).toMatchObject({
        id: subject.id,
        requestedAt: at,
      });
    });
  });

  describe('list', () => {
    /** Five contacts of one workspace; the last change of each is a second after that of the one before. */
    async function several(workspaceId: string): Promise<Contact[]> {
      const shapes: Partial<Contact>[] = [
        { stage: 'lead', tags: ['vip', 'news'] },
        { stage: 'customer', platform: 'sms' },
        { stage: 'lead', platform: 'sms', tags: ['news'] },
        {},
        { stage: 'lead', tags: ['news'] },
      ];
      const made: Contact[] = [];
      for (const [index, shape] of shapes.entries())
        made.push(await created(aContact({ workspaceId, ...shape, updatedAt: secondsAfterNow(index) })));
      await created(aContact({ stage: 'lead', tags: ['news'] }));
      return made;
    }

    async function listAll(workspaceId: string, range: Omit<ContactRange, 'limit' | 'after'>, limit = 2) {
      const seen: Contact[] = [];
      for (let after: string | undefined; ;) {
        const page = await fixture.contacts.list(workspaceId, { ...range, limit, after });
        expect(page.contacts.length).toBeLessThanOrEqual(limit);
        seen.push(...page.contacts);
        after = page.readTo;
        if (after === undefined) return seen;
      }
    }

    it.each(['asc', 'desc'] as const)(
      'is in the order of the last change, page by page, %s',
      async (order) => {
        const workspaceId = randomUUID();
        const made = await several(workspaceId);
        const sorted = order === 'asc' ? made : made.toReversed();

        expect(await listAll(workspaceId, { order })).toEqual(sorted);
        expect(await listAll(workspaceId, { order }, 5)).toEqual(sorted);
      },
    );

    it.each([
      [{ stage: 'lead' }, [0, 2, 4]],
      [{ tag: 'news' }, [0, 2, 4]],
      [{ tag: 'vip' }, [0]],
      [{ platform: 'sms' }, [1, 2]],
      [{ stage: 'lead', tag: 'news', platform: 'sms' }, [2]],
      [{ stage: 'vip' }, []],
      [{ changedSince: secondsAfterNow(3) }, [3, 4]],
      [{ changedSince: secondsAfterNow(2), stage: 'lead' }, [2, 4]],
    ] as const)('contains what matches %j, in both orders', async (filter, indexes) => {
      const workspaceId = randomUUID();
      const made = await several(workspaceId);
      const expected = made.filter((_, index) => indexes.some((each) => each === index));

      for (const limit of [1, 2, 10]) {
        expect(await listAll(workspaceId, { ...filter, order: 'asc' }, limit)).toEqual(expected);
        expect(await listAll(workspaceId, { ...filter, order: 'desc' }, limit)).toEqual(
          expected.toReversed(),
        );
      }
    });

    it('shows a contact under its current values only, at the end after a change', async () => {
      const workspaceId = randomUUID();
      const [first, ...others] = await several(workspaceId);
      if (!first) throw new Error('There is no contact');
      const changed = await saved(first, { stage: 'customer', tags: [], updatedAt: secondsAfterNow(60) });

      expect(await listAll(workspaceId, { order: 'asc' })).toEqual([...others, changed]);
      expect(await listAll(workspaceId, { order: 'asc', tag: 'vip' })).toEqual([]);
      expect((await listAll(workspaceId, { order: 'desc', stage: 'customer' }))[0]).toEqual(changed);
    });

    it('continues after a deleted contact, and separates contacts that changed in one millisecond', async () => {
      const workspaceId = randomUUID();
      const twins = [await created(aContact({ workspaceId })), await created(aContact({ workspaceId }))];
      const { contacts, readTo } = await fixture.contacts.list(workspaceId, { order: 'asc', limit: 1 });
      for (const contact of contacts) await remove(contact);
      const range = { order: 'asc', limit: 5, after: readTo } as const;

      expect((await fixture.contacts.list(workspaceId, range)).contacts).toEqual(
        twins.filter(({ id }) => id !== contacts[0]?.id),
      );
    });
  });
});
