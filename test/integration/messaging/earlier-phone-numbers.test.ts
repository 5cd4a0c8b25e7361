import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { planErasure } from '#shared/events/recording/erasure.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import { createDynamoContactReader } from '#shared/messaging/store/dynamo-contact-store.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { aContact } from '#test/support/builders/messaging/contact-builders.ts';
import { aContext, NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import {
  earlierPhoneKey,
  givePhoneEarlier,
  keepEarlier,
} from '#test/support/fixtures/messaging/earlier-phone-numbers.ts';
import { emulatedStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const OLDER = '+554188171251';
const DIALLED = '+5541988171251';
const SPELLINGS = [
  [OLDER, DIALLED],
  [DIALLED, OLDER],
] as const;
const SMS = new Map([['sms', NOW]] as const);

describe('phone numbers that an earlier version stored', () => {
  const { emulator, fixture } = emulatedStores();

  /** A contact with a phone number, whose item has the spelling of the contact. */
  async function anEarlierContact(phone: string, overrides: Partial<Contact> = {}): Promise<Contact> {
    const contact = aContact({ email: `${randomUUID()}@example.com`, ...overrides });
    await fixture.contacts.create(contact, [], aContext());
    return givePhoneEarlier(emulator.core, contact, phone);
  }

  async function aTwin({ workspaceId }: Contact, phone: string, overrides: Partial<Contact> = {}) {
    return anEarlierContact(phone, { workspaceId, ...overrides });
  }

  async function saved(before: Contact, overrides: Partial<Contact>): Promise<Contact> {
    const after = { ...before, revision: before.revision + 1, ...overrides };
    await fixture.contacts.save(before, after, [], aContext());
    return after;
  }

  async function removed(contact: Contact): Promise<void> {
    const { workspaceId, id } = contact;
    const subject = { id: newId(NOW), workspaceId, contact: hashContact(id) };
    await fixture.contacts.remove(contact, planErasure(undefined, subject, NOW), aContext());
  }

  const create = (workspaceId: string, phone: string, optOuts: Contact['optOuts'] = new Map()) =>
    fixture.contacts.create(aContact({ workspaceId, phone, optOuts }), [], aContext());

  async function itemOf(workspaceId: string, phone: string) {
    return emulator.core.get(await earlierPhoneKey(emulator.core, workspaceId, phone));
  }

  const holders = async (workspaceId: string) =>
    (await Promise.all([DIALLED, OLDER].map((phone) => itemOf(workspaceId, phone)))).map(
      (item) => item?.['contactId'],
    );

  it.each(SPELLINGS)('find the contact of %s by %s, and are its number', async (stored, other) => {
    const contact = await anEarlierContact(stored);
    const { workspaceId, id } = contact;

    for (const value of [stored, other])
      expect(await fixture.contacts.findByAddress(workspaceId, { kind: 'phone', value })).toMatchObject({
        id,
      });
    const exists = { code: 'contact_exists', extras: { contact: id } };
    await expect(create(workspaceId, other)).rejects.toMatchObject(exists);
    await expect(create(workspaceId, stored)).rejects.toMatchObject(exists);
    await expect(saved(contact, { phone: other })).resolves.toMatchObject({ phone: other });
  });

  it('have the canonical key after an edit of the spelling', async () => {
    const contact = await anEarlierContact(OLDER);
    await saved(contact, { phone: DIALLED });

    expect(await holders(contact.workspaceId)).toEqual([contact.id, undefined]);
  });

  it.each(SPELLINGS)('keep the opt-outs of %s for %s after a deletion', async (stored, other) => {
    const contact = await anEarlierContact(stored, { optOuts: SMS });
    const { workspaceId } = contact;
    await removed(contact);

    expect(await fixture.contacts.findKeptOptOuts(workspaceId, other)).toEqual(SMS);
    await expect(create(workspaceId, other)).rejects.toThrow(ConcurrentUpdateError);
    await create(workspaceId, other, SMS);
    expect(await fixture.contacts.findKeptOptOuts(workspaceId, stored)).toEqual(new Map());
  });

  it('keep the latest opt-out of both spellings', async () => {
    const { workspaceId } = await anEarlierContact('+12025550143');
    await keepEarlier(emulator.core, workspaceId, OLDER, { sms: NOW, whatsapp: secondsAfterNow(9) });
    await keepEarlier(emulator.core, workspaceId, DIALLED, { sms: secondsAfterNow(5) });

    expect(await fixture.contacts.findKeptOptOuts(workspaceId, OLDER)).toEqual(
      new Map([
        ['sms', secondsAfterNow(5)],
        ['whatsapp', secondsAfterNow(9)],
      ]),
    );
  });

  it('release both keys when the number is removed', async () => {
    const contact = await anEarlierContact(OLDER);
    await saved(contact, { phone: null });

    expect(await holders(contact.workspaceId)).toEqual([undefined, undefined]);
  });

  describe('of two contacts', () => {
    it('stay two', async () => {
      const one = await anEarlierContact(DIALLED);
      const other = await aTwin(one, OLDER, { optOuts: SMS });
      const { workspaceId } = one;
      const renamed = await saved(other, { name: 'Grace', optOuts: new Map() });

      expect(await holders(workspaceId)).toEqual([one.id, other.id]);
      await expect(saved(renamed, { phone: DIALLED })).rejects.toMatchObject({ code: 'contact_exists' });
      await removed(one);
      expect(
        await fixture.contacts.findByAddress(workspaceId, { kind: 'phone', value: DIALLED }),
      ).toMatchObject({
        id: other.id,
      });
      await expect(saved(renamed, { phone: DIALLED })).resolves.toBeDefined();
      expect(await holders(workspaceId)).toEqual([other.id, undefined]);
    });

    it('are known to each other', async () => {
      const one = await anEarlierContact(DIALLED);
      const other = await aTwin(one, OLDER, { optOuts: SMS });

      expect((await fixture.contacts.findSameNumber(one)).contacts).toMatchObject([
        { id: other.id, optOuts: SMS },
      ]);
      expect((await fixture.contacts.findSameNumber(other)).contacts).toMatchObject([{ id: one.id }]);
    });
  });

  it.each(SPELLINGS)('end an opt-out that %s has kept beside the contact of %s', async (kept, phone) => {
    const contact = await anEarlierContact(phone);
    await keepEarlier(emulator.core, contact.workspaceId, kept, { sms: NOW });
    const { keptOptOuts } = await fixture.contacts.findSameNumber(contact);
    expect(keptOptOuts).toEqual(SMS);

    await saved({ ...contact, optOuts: keptOptOuts }, { optOuts: new Map() });
    expect((await fixture.contacts.findSameNumber(contact)).keptOptOuts).toEqual(new Map());
    expect(await holders(contact.workspaceId)).toEqual([contact.id, undefined]);
  });

  it('are read once more than others, which have one spelling', async () => {
    const { workspaceId } = await anEarlierContact(OLDER);
    const counted = { reads: 0 };
    const reader = createDynamoContactReader({
      ...emulator.core,
      get: async (key) => {
        counted.reads += 1;
        return emulator.core.get(key);
      },
    });
    async function readsFor(phone: string) {
      counted.reads = 0;
      await reader.findByAddress(workspaceId, { kind: 'phone', value: phone });
      await reader.findSameNumber(aContact({ workspaceId, phone }));
      return counted.reads;
    }
    // The key of the workspace is read once.
    await readsFor('+12025550143');

    expect([await readsFor('+12025550143'), await readsFor('+541143211234')]).toEqual([1, 1]);
    // Two spellings, twice, and the contact two times.
    expect(await readsFor(DIALLED)).toBe(6);
  });
});
