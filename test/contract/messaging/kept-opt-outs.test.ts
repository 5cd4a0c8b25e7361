import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { MessagingChannel } from '#shared/events/catalogue/channels.ts';
import { planErasure } from '#shared/events/recording/erasure.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { aContact } from '#test/support/builders/messaging/contact-builders.ts';
import { aConversation } from '#test/support/builders/messaging/conversation-builders.ts';
import { anIncomingMessage } from '#test/support/builders/messaging/message-builders.ts';
import { aContext, NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const PHONE = '+12025550143';
const SMS = new Map([['sms', NOW]] as const);
const ALL = new Map([
  ['sms', NOW],
  ['whatsapp', secondsAfterNow(1)],
  ['facebook', NOW],
] as const);

describeStores('the opt-outs of a phone number', (fixture) => {
  async function created(overrides: Partial<Contact>): Promise<Contact> {
    const contact = aContact({ phone: PHONE, ...overrides });
    await fixture.contacts.create(contact, [], aContext());
    return contact;
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

  /** A workspace that keeps opt-outs of the number, whose contact was deleted. */
  async function aKeptNumber(optOuts: Contact['optOuts'] = SMS): Promise<string> {
    const contact = await created({ optOuts });
    await removed(contact);
    return contact.workspaceId;
  }

  function keptOf(workspaceId: string) {
    return fixture.contacts.findKeptOptOuts(workspaceId, PHONE);
  }

  /** Records the first message of the number. */
  function receive(workspaceId: string, optOuts: Contact['optOuts'], optedIn?: MessagingChannel) {
    const contact = aContact({ workspaceId, phone: PHONE, optOuts });
    const conversation = aConversation({ workspaceId, contactId: contact.id, platform: 'sms' });
    const received = {
      message: anIncomingMessage(conversation),
      contact: { before: undefined, after: contact, optedIn },
      conversation: { before: undefined, after: conversation },
    };
    return fixture.messages.receive(received, [], aContext());
  }

  describe('are kept', () => {
    it('after its contact was deleted, on the channels of phones, with their times', async () => {
      const workspaceId = await aKeptNumber(ALL);

      expect(await keptOf(workspaceId)).toEqual(
        new Map([...ALL].filter(([channel]) => channel !== 'facebook')),
      );
      expect(await keptOf(randomUUID())).toEqual(new Map());
    });

    it('after its contact got another number, or none', async () => {
      const one = await created({ optOuts: SMS });
      const other = await created({ optOuts: SMS });
      await saved(one, { phone: '+12025550144' });
      await saved(other, { phone: null });

      expect([await keptOf(one.workspaceId), await keptOf(other.workspaceId)]).toEqual([SMS, SMS]);
    });

    it('not by a number whose contact has none, or ends them with the same edit', async () => {
      const [one, other] = [await created({}), await created({ optOuts: SMS })];
      await removed(one);
      await saved(other, { phone: null, optOuts: new Map() });

      expect([await keptOf(one.workspaceId), await keptOf(other.workspaceId)]).toEqual([
        new Map(),
        new Map(),
      ]);
    });

    it('not from the next number of the contact: its owner never stopped', async () => {
      const one = await created({});
      await saved(one, { phone: '+12025550144', optOuts: SMS });

      expect(await keptOf(one.workspaceId)).toEqual(new Map());
    });

    it('by the contact alone while it has the number', async () => {
      const { workspaceId } = await created({ optOuts: SMS });

      expect(await keptOf(workspaceId)).toEqual(new Map());
    });
  });

  describe('prevent', () => {
    it('the creation of a contact without them', async () => {
      const workspaceId = await aKeptNumber();

      await expect(created({ workspaceId })).rejects.toThrow(ConcurrentUpdateError);
      await expect(created({ workspaceId, optOuts: new Map([['whatsapp', NOW]]) })).rejects.toThrow(
        ConcurrentUpdateError,
      );
      const address = { kind: 'phone', value: PHONE } as const;
      expect(await fixture.contacts.findByAddress(workspaceId, address)).toBeUndefined();
    });

    it('an edit that gives the number to a contact without them', async () => {
      const workspaceId = await aKeptNumber();
      const before = await created({ workspaceId, phone: null });

      await expect(saved(before, { phone: PHONE })).rejects.toThrow(ConcurrentUpdateError);
      await expect(saved(before, { phone: PHONE, optOuts: SMS })).resolves.toBeDefined();
    });

    it('the first message of a contact without them, unless the message ends them', async () => {
      const workspaceId = await aKeptNumber();

      await expect(receive(workspaceId, new Map())).rejects.toThrow(ConcurrentUpdateError);
      await expect(receive(workspaceId, new Map(), 'whatsapp')).rejects.toThrow(ConcurrentUpdateError);
      expect(await receive(workspaceId, new Map(), 'sms')).toBe(true);
    });
  });

  it('go to the contact that gets the number, and end with those of this contact', async () => {
    const workspaceId = await aKeptNumber();
    const contact = await created({ workspaceId, optOuts: SMS });
    expect(await keptOf(workspaceId)).toEqual(new Map());
    await removed(await saved(contact, { optOuts: new Map() }));

    expect(await keptOf(workspaceId)).toEqual(new Map());
    await expect(created({ workspaceId })).resolves.toBeDefined();
  });
});
