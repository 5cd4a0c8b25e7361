import { describe, expect, it } from 'vitest';
import rows from '#test/corpus/whatsapp-senders.json' with { type: 'json' };
import { createMessagingWorld, notified } from '#test/support/fixtures/messaging/messaging-world.ts';

const STRANGER = '+12025550199';

describe('the sender of a WhatsApp message', () => {
  it.each(rows)(
    'is known by the number of the message: $input has the name $right ($report)',
    async (row) => {
      const world = createMessagingWorld();
      const { number } = await world.queued('whatsapp');
      const message = { from: STRANGER.slice(1), id: 'wamid.IN', timestamp: '1780315230', type: 'text' };
      const value = {
        metadata: { display_phone_number: number.phone.slice(1), phone_number_id: '1' },
        ...(row.input === null ? {} : { contacts: row.input }),
        messages: [{ ...message, text: { body: 'STOP' } }],
      };
      const entry = { id: 'waba', changes: [{ field: 'messages', value }] };
      await world.report(notified({ whatsAppWebhookEntry: JSON.stringify(entry) }));

      const address = { kind: 'phone', value: STRANGER } as const;
      const contact = await world.contacts.findByAddress(number.workspaceId, address);
      expect([contact?.name, contact?.optOuts.has('whatsapp')]).toEqual([row.right, true]);
    },
  );
});
