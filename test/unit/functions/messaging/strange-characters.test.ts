import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { fileOf, it } from '#test/support/fixtures/messaging/imports-api.ts';
import {
  anIncomingSms,
  anIncomingWhatsapp,
  createMessagingWorld,
} from '#test/support/fixtures/messaging/messaging-world.ts';

type Row = {
  readonly channel: string;
  readonly input: string;
  readonly right: string | null;
  readonly report: string;
};

// Vitest cannot import JSON with unpaired surrogates.
const rows: readonly Row[] = JSON.parse(
  readFileSync(new URL('../../../corpus/strange-characters.json', import.meta.url), 'utf8'),
);
const STRANGER = '+12025550199';

/** What is recorded of a message from a phone: its text and the name of the new contact. */
async function received(channel: string, input: string): Promise<unknown> {
  const world = createMessagingWorld();
  const { number } = await world.queued(channel === 'sms' ? 'sms' : 'whatsapp');
  const [text, name] = channel === 'profile name' ? ['oi', input] : [input, 'Ana'];
  const message = { type: 'text', text: { body: text } };
  await world.report(
    channel === 'sms'
      ? anIncomingSms(number, { from: STRANGER, text })
      : anIncomingWhatsapp(number, message, { name, from: STRANGER }),
  );
  const contact = await world.contacts.findByAddress(number.workspaceId, { kind: 'phone', value: STRANGER });
  const recorded = [...world.core.messages.values()].find(({ direction }) => direction === 'in');
  expect(world.events().map(({ event }) => event)).toEqual([
    'salesbot.contact.created',
    'salesbot.message.received',
  ]);
  return channel === 'profile name'
    ? contact?.name
    : recorded && 'text' in recorded.content
      ? recorded.content.text
      : undefined;
}

it.each(rows)(
  '$channel: $input becomes $right ($report)',
  async ({ channel, input, right }, { importFile, api, key }) => {
    if (channel === 'import') {
      const shown = await importFile(fileOf({ name: input, email: 'new@example.com' }));

      expect([shown.rejected_lines, shown.created]).toEqual([[], 1]);
      expect([...api.core.contacts.values()].map(({ name }) => name)).toContain(right);
    } else if (channel === 'request') {
      const { status, body } = await api.call('create-contact', { key, json: { name: input } });

      expect(status === 201 ? 'accepted' : body.code).toBe(right);
      if (status === 201) expect(body.data.name).toBe(input);
    } else expect(await received(channel, input)).toBe(right);
  },
);
