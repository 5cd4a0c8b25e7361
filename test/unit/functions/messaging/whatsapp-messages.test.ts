import { describe, expect, it } from 'vitest';
import rows from '#test/corpus/whatsapp-messages.json' with { type: 'json' };
import {
  anIncomingWhatsapp,
  createMessagingWorld,
} from '#test/support/fixtures/messaging/messaging-world.ts';

const STRANGER = '+12025550199';

describe('a WhatsApp message that is neither a text nor a file', () => {
  it.each(rows)(
    'keeps what it shows: $channel $input as $right ($report)',
    async ({ channel, input, right }) => {
      const world = createMessagingWorld();
      const { number } = await world.queued('whatsapp');
      const message = { type: channel, ...input };
      await world.report(anIncomingWhatsapp(number, message, { name: 'Ana', from: STRANGER }));

      const incoming = [...world.core.messages.values()].filter(({ direction }) => direction === 'in');
      expect(incoming.map(({ content }) => content)).toEqual([{ type: 'other', text: right }]);
      // A place or a person can have the name of an opt-out word.
      const address = { kind: 'phone', value: STRANGER } as const;
      const contact = await world.contacts.findByAddress(number.workspaceId, address);
      expect(contact?.optOuts.size).toBe(0);
    },
  );
});
