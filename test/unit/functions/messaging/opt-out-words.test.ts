import { expect, it } from 'vitest';
import rows from '#test/corpus/opt-out-words.json' with { type: 'json' };
import {
  anIncomingSms,
  anIncomingWhatsapp,
  createMessagingWorld,
} from '#test/support/fixtures/messaging/messaging-world.ts';

it.each(rows)('$channel: $input means $right ($report)', async ({ channel, input, right }) => {
  const platform = channel === 'sms' ? 'sms' : 'whatsapp';
  const world = createMessagingWorld();
  const { number, contact } = await world.queued(platform);
  const from = contact.phone ?? '';
  const send = (text: string, id: string) =>
    world.report(
      platform === 'sms'
        ? anIncomingSms(number, { from, text, id })
        : anIncomingWhatsapp(number, { type: 'text', text: { body: text }, id }, { name: 'Ana', from }),
    );
  if (right === 'start') await send('STOP', 'first');
  await send(input, 'second');
  const after = await world.contacts.find(contact.workspaceId, contact.id);

  expect(after?.optOuts.has(platform)).toBe(right === 'stop');
});
