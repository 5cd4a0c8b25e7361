import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { MANAGED_TYPES } from '#shared/events/catalogue/record-type.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { aBroadcast } from '#test/support/builders/broadcasts/broadcast-builders.ts';
import { aContact } from '#test/support/builders/messaging/contact-builders.ts';
import { aConversation } from '#test/support/builders/messaging/conversation-builders.ts';
import { anIncomingMessage } from '#test/support/builders/messaging/message-builders.ts';
import { aContext, NOW } from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const DAY_LATER = new Date(NOW.getTime() + 86_400_000);

describeStores('ManagedRecords', (fixture) => {
  let workspaceId: string;
  let stored: Readonly<Record<(typeof MANAGED_TYPES)[number], string>>;

  beforeEach(async () => {
    workspaceId = randomUUID();
    const contact = aContact({ workspaceId });
    const conversation = aConversation({ workspaceId, contactId: contact.id });
    const message = anIncomingMessage(conversation);
    const broadcast = aBroadcast({ workspaceId });
    await fixture.messages.receive(
      {
        message,
        contact: { before: undefined, after: contact },
        conversation: { before: undefined, after: conversation },
      },
      [],
      aContext(),
    );
    await fixture.broadcasts.create(broadcast, aContext());
    stored = {
      contact: contact.id,
      conversation: conversation.id,
      message: message.id,
      broadcast: broadcast.id,
    };
  });

  describe.each(MANAGED_TYPES)('%s', (type) => {
    it('is found, at once and later', async () => {
      expect(await fixture.managed.has(workspaceId, type, stored[type], NOW)).toBe(true);
      expect(await fixture.managed.has(workspaceId, type, stored[type], DAY_LATER)).toBe(true);
    });

    it('is not found for another workspace, another type or another id', async () => {
      expect(await fixture.managed.has(randomUUID(), type, stored[type], NOW)).toBe(false);
      expect(await fixture.managed.has(workspaceId, type, newId(NOW), NOW)).toBe(false);
      expect(await fixture.managed.has(workspaceId, type, randomUUID(), NOW)).toBe(false);
      for (const other of MANAGED_TYPES)
        expect(await fixture.managed.has(workspaceId, other, stored[type], NOW)).toBe(other === type);
    });
  });
});
