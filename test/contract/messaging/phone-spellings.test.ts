import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { planErasure } from '#shared/events/recording/erasure.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { aContact } from '#test/support/builders/messaging/contact-builders.ts';
import { aContext, NOW } from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const SPELLINGS = [
  ['+554188171251', '+5541988171251'],
  ['+5511978123456', '+551178123456'],
  ['+5215512345678', '+525512345678'],
] as const;
const SMS = new Map([['sms', NOW]] as const);

describeStores('the two spellings of a phone number', (fixture) => {
  async function created(overrides: Partial<Contact>): Promise<Contact> {
    const contact = aContact(overrides);
    await fixture.contacts.create(contact, [], aContext());
    return contact;
  }

  it.each(SPELLINGS)('are one address: %s, %s', async (phone, other) => {
    const { workspaceId, id } = await created({ phone });

    expect(await fixture.contacts.findByAddress(workspaceId, { kind: 'phone', value: other })).toMatchObject({
      id,
      phone,
    });
    await expect(created({ workspaceId, phone: other })).rejects.toMatchObject({
      code: 'contact_exists',
      extras: { contact: id, field: 'phone' },
    });
    await expect(created({ phone: other })).resolves.toBeDefined();
  });

  it.each(SPELLINGS)('have one opt-out: %s, %s', async (phone, other) => {
    const contact = await created({ phone, optOuts: SMS });
    const { workspaceId, id } = contact;
    const subject = { id: newId(NOW), workspaceId, contact: hashContact(id) };
    await fixture.contacts.remove(contact, planErasure(undefined, subject, NOW), aContext());

    expect(await fixture.contacts.findKeptOptOuts(workspaceId, other)).toEqual(SMS);
    await expect(created({ workspaceId, phone: other })).rejects.toThrow(ConcurrentUpdateError);
    await expect(created({ workspaceId, phone: other, optOuts: SMS })).resolves.toBeDefined();
  });

  it.each(SPELLINGS)('can be exchanged by an edit: %s, %s', async (phone, other) => {
    const before = await created({ phone, optOuts: SMS });
    const after = { ...before, phone: other, revision: before.revision + 1 };
    await fixture.contacts.save(before, after, [], aContext());

    expect(await fixture.contacts.find(before.workspaceId, before.id)).toMatchObject({
      phone: other,
      optOuts: SMS,
    });
    await expect(created({ workspaceId: before.workspaceId, phone })).rejects.toMatchObject({
      code: 'contact_exists',
    });
  });

  it('are given to one of several contacts that are created at the same time', async () => {
    const workspaceId = randomUUID();
    const phones = [...SPELLINGS, ...SPELLINGS].flat();
    const results = await Promise.allSettled(phones.map((phone) => created({ workspaceId, phone })));
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(SPELLINGS.length);
    for (const reason of reasons) expect(reason).toMatchObject({ code: 'contact_exists' });
  });

  it('have nothing else beside the contact that has the number', async () => {
    const contact = await created({ phone: SPELLINGS[0][0], optOuts: SMS });

    expect(await fixture.contacts.findSameNumber(contact)).toEqual({ keptOptOuts: new Map(), contacts: [] });
  });
});
