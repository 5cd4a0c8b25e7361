import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type AudiencePage, createAudienceReader } from '#shared/broadcasts/use-cases/read-audience.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import { aPlatformBroadcast, aRecipient } from '#test/support/builders/broadcasts/platform-builders.ts';
import { aContact } from '#test/support/builders/messaging/contact-builders.ts';
import { aContext, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { createMemoryRecipientStore } from '#test/support/fakes/broadcasts/memory-recipient-store.ts';
import { createMemoryContactStore } from '#test/support/fakes/messaging/memory-contact-store.ts';
import { createMemoryListMembers } from '#test/support/fakes/messaging/memory-list-members.ts';
import { createMemoryCore } from '#test/support/fakes/platform/memory-core.ts';

async function aWorld() {
  const core = createMemoryCore();
  const contacts = createMemoryContactStore(core);
  const recipients = createMemoryRecipientStore(core);
  const listMembers = createMemoryListMembers(core);
  const readPage = createAudienceReader({ contacts, recipients, listMembers });
  const workspaceId = randomUUID();

  async function add(fields: Partial<Contact> = {}): Promise<Contact> {
    const updatedAt = secondsAfterNow(core.contacts.size);
    const contact = aContact({ workspaceId, phone: null, updatedAt, ...fields });
    await contacts.create(contact, [], aContext());
    return contact;
  }

  async function readAll(audience: object | null, limit: number): Promise<string[]> {
    const text = audience && JSON.stringify(audience);
    const broadcast = aPlatformBroadcast({ workspaceId, audience: text });
    const found: string[] = [];
    for (let after: string | undefined; ;) {
      const page = await readPage(broadcast, { after, limit });
      expect(page.contacts.length).toBeLessThanOrEqual(limit);
      found.push(...page.contacts.map(({ id }) => id));
      if (page.readTo === undefined) return found;
      after = page.readTo;
    }
  }

  /** All pages of a list, each of this size. */
  async function readList(audience: object, limit: number) {
    const broadcast = aPlatformBroadcast({ workspaceId, audience: JSON.stringify(audience) });
    const pages: AudiencePage[] = [];
    for (let after: string | undefined; ;) {
      const page = await readPage(broadcast, { after, limit });
      pages.push(page);
      if (page.readTo === undefined) return pages;
      after = page.readTo;
    }
  }

  async function addMembers(importId: string, contactIds: readonly string[]): Promise<void> {
    const expiresAt = secondsAfterNow(3600);
    for (const [index, contactId] of contactIds.entries())
      await listMembers.add({ importId, workspaceId, contactId, line: index + 1, expiresAt });
  }

  return { core, workspaceId, add, addMembers, readAll, readList };
}

const idsOf = (contacts: readonly Contact[]) => contacts.map(({ id }) => id);

describe('the contacts of an audience', () => {
  it('are all contacts of the workspace without an audience', async () => {
    const { add, readAll } = await aWorld();
    const contacts = [await add(), await add(), await add()];
    await add({ workspaceId: randomUUID() });

    expect(await readAll(null, 2)).toEqual(idsOf(contacts));
  });

  it('are those that fulfil every condition', async () => {
    const { add, readAll } = await aWorld();
    const wanted = await add({ stage: 'lead', tags: ['a', 'b'] });
    await add({ stage: 'lead', tags: ['b'] });
    await add({ stage: 'customer', tags: ['a', 'b'] });

    expect(await readAll({ stage: 'lead', tags: { all: ['b'], any: ['a'] } }, 1)).toEqual([wanted.id]);
  });

  it('are the failed recipients of another broadcast, unless they were deleted or belong to another workspace', async () => {
    const { core, workspaceId, add, readAll } = await aWorld();
    const source = aPlatformBroadcast({ workspaceId });
    const contacts = [await add(), await add(), await add()];
    const stranger = await add({ workspaceId: randomUUID() });
    const failed = [...contacts.slice(0, 2), stranger, aContact()].map(({ id: contactId }, index) =>
      aRecipient(source, { contactId, status: 'failed', statusAt: secondsAfterNow(index) }),
    );
    const sent = aRecipient(source, { contactId: contacts[2]?.id ?? '', status: 'sent' });
    const elsewhere = aRecipient(aPlatformBroadcast(), { contactId: sent.contactId, status: 'failed' });
    for (const each of [...failed, sent, elsewhere])
      core.recipients.set(`${each.broadcastId}.${each.contactId}`, each);

    expect(await readAll({ failed_of: source.id }, 1)).toEqual(idsOf(contacts.slice(0, 2)));
  });

  it('are also the recipients whose result is unknown, if the audience includes them', async () => {
    const { core, workspaceId, add, readAll } = await aWorld();
    const source = aPlatformBroadcast({ workspaceId });
    const contacts = [await add(), await add(), await add(), await add(), await add()];
    const statuses = ['unknown', 'failed', 'unknown', 'sent', 'failed'] as const;
    for (const [index, status] of statuses.entries()) {
      const contactId = contacts[index]?.id ?? '';
      const recipient = aRecipient(source, { contactId, status, statusAt: secondsAfterNow(index) });
      core.recipients.set(`${source.id}.${contactId}`, recipient);
    }
    const [unknown, failed] = [
      [contacts[0], contacts[2]],
      [contacts[1], contacts[4]],
    ].map((each) => each.map((contact) => contact?.id));

    for (const limit of [1, 2, 3, 100]) {
      expect(await readAll({ failed_of: source.id, include_unknown: true }, limit)).toEqual([
        ...(unknown ?? []),
        ...(failed ?? []),
      ]);
      for (const audience of [{ failed_of: source.id }, { failed_of: source.id, include_unknown: false }])
        expect(await readAll(audience, limit)).toEqual(failed);
    }
  });

  it('are the members of a list that fulfil every other condition, and its deleted members', async () => {
    const { add, addMembers, readList } = await aWorld();
    const importId = randomUUID();
    const wanted = [
      await add({ stage: 'lead', tags: ['a'] }),
      await add({ stage: 'lead', tags: ['a', 'b'] }),
    ];
    const others = [await add({ stage: 'customer', tags: ['a'] }), await add({ stage: 'lead' })];
    await add({ stage: 'lead', tags: ['a'] });
    const stranger = await add({ workspaceId: randomUUID(), stage: 'lead', tags: ['a'] });
    const erased = [stranger.id, randomUUID()];
    await addMembers(importId, [...idsOf([...wanted, ...others]), ...erased]);
    await addMembers(randomUUID(), idsOf(others));
    const pages = await readList({ list: importId, stage: 'lead', tags: { any: ['a'] } }, 2);

    expect(idsOf(pages.flatMap(({ contacts }) => contacts)).toSorted()).toEqual(idsOf(wanted).toSorted());
    expect(pages.flatMap((page) => page.erased).toSorted()).toEqual(erased.toSorted());
    for (const page of pages) expect(page.contacts.length + page.erased.length).toBeLessThanOrEqual(2);
  });
});
