import { describe, expect, it } from 'vitest';
import { planErasure } from '#shared/events/recording/erasure.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { aContext, NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import {
  anIncomingSms,
  anIncomingWhatsapp,
  createMessagingWorld,
  jobOf,
  type MessagingWorld,
} from '#test/support/fixtures/messaging/messaging-world.ts';
import { isCrashSkipped } from '#test/support/fixtures/platform/depth.ts';

const STRANGER = '+12025550199';
/** A PNG with one pixel. */
const PNG = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
);

function whatsappMessage(phone: string, message: object, name = 'Diego', from = STRANGER) {
  return anIncomingWhatsapp({ phone }, message, { name, from });
}

const incomingOf = (world: MessagingWorld) =>
  [...world.core.messages.values()].filter(({ direction }) => direction === 'in');
const names = (world: MessagingWorld) => world.events().map(({ event }) => event);

describe('record-receipt, a message from a contact', () => {
  it('creates the contact and its conversation, with all events', async () => {
    const world = createMessagingWorld();
    const { number } = await world.queued('sms');
    await world.report(anIncomingSms(number, { from: STRANGER, text: 'Hello' }));
    const contact = await world.contacts.findByAddress(number.workspaceId, {
      kind: 'phone',
      value: STRANGER,
    });
    const open = await world.conversations.findOpen(number.workspaceId, contact?.id ?? '', 'sms');

    expect(contact).toMatchObject({ phone: STRANGER, platform: 'sms', name: null, revision: 1 });
    expect(open).toMatchObject({ phoneNumberId: number.id, lastReceivedAt: expect.any(Date), revision: 1 });
    expect(incomingOf(world)).toMatchObject([
      {
        status: 'received',
        conversationId: open?.id,
        contactId: contact?.id,
        content: { type: 'text', text: 'Hello' },
      },
    ]);
    expect(names(world)).toEqual(['salesbot.contact.created', 'salesbot.message.received']);
  });

  it('records a message of a known contact in its open conversation', async () => {
    const world = createMessagingWorld();
    const { number, contact, conversation } = await world.queued('sms');
    await world.report(anIncomingSms(number, { from: contact.phone ?? '', text: 'Hello' }));

    expect(incomingOf(world)).toMatchObject([{ conversationId: conversation.id, contactId: contact.id }]);
    expect(names(world)).toEqual(['salesbot.message.received']);
  });

  it('starts a new conversation if the last one is closed', async () => {
    const world = createMessagingWorld();
    const { number, contact, conversation } = await world.queued('sms');
    const closed = { ...conversation, status: 'closed', revision: conversation.revision + 1 } as const;
    await world.conversations.save(conversation, closed, [], aContext());
    await world.report(anIncomingSms(number, { from: contact.phone ?? '', text: 'Hello again' }));

    expect(incomingOf(world)).toMatchObject([{ contactId: contact.id }]);
    expect(incomingOf(world)[0]?.conversationId).not.toBe(conversation.id);
  });

  it('records a repeated receipt once, also if both arrive at the same time', async () => {
    const world = createMessagingWorld();
    const { number } = await world.queued('sms');
    const receipt = anIncomingSms(number, { from: STRANGER, text: 'Hello' });
    await Promise.all([world.report(receipt), world.report(receipt)]);
    await world.report(receipt);

    expect(incomingOf(world)).toHaveLength(1);
    expect(names(world)).toEqual(['salesbot.contact.created', 'salesbot.message.received']);
  });

  it('records a message once that AWS publishes again, with another time', async () => {
    const world = createMessagingWorld();
    const { number } = await world.queued('sms');
    const sms = { from: STRANGER, text: 'Hello', id: 'inbound-1' };
    await world.report(anIncomingSms(number, sms));
    await world.report(anIncomingSms(number, { ...sms, at: secondsAfterNow(90) }));

    expect(world.counted).toEqual(['received', 'known']);
    expect(incomingOf(world)).toHaveLength(1);
  });

  it('creates one contact and one conversation for two first messages at the same time', async () => {
    const world = createMessagingWorld();
    const { number } = await world.queued('sms');
    const two = ['One', 'Two'].map((text) => world.report(anIncomingSms(number, { from: STRANGER, text })));

    expect(await Promise.all(two)).toEqual([true, true]);
    expect(incomingOf(world)).toHaveLength(2);
    expect(new Set(incomingOf(world).map(({ conversationId }) => conversationId)).size).toBe(1);
    expect(names(world).filter((event) => event === 'salesbot.contact.created')).toHaveLength(1);
  });

  it.each([
    ['a number that no workspace has verified', '+12025559999', STRANGER],
    ['a sender that is no phone number', undefined, 'AMAZON'],
  ])('ignores a message to %s', async (_, to, from) => {
    const world = createMessagingWorld();
    const { number } = await world.queued('sms');
    await world.report(anIncomingSms({ phone: to ?? number.phone }, { from, text: 'Hello' }));

    expect(world.counted).toEqual(['ignored']);
    expect(incomingOf(world)).toEqual([]);
  });

  it('records the first message of a contact also above the quota of contacts', async () => {
    const world = createMessagingWorld();
    const { number } = await world.queued('sms');
    await world.leaveRoom(number.workspaceId, 'contacts', 0);

    expect(await world.report(anIncomingSms(number, { from: STRANGER, text: 'STOP' }))).toBe(true);
    expect(world.counted).toEqual(['received']);
    expect(incomingOf(world)).toMatchObject([{ content: { text: 'STOP' } }]);
  });

  it('writes nothing of a message to the log', async () => {
    const world = createMessagingWorld();
    const { number } = await world.queued('whatsapp');
    await world.report(whatsappMessage(number.phone, { type: 'text', text: { body: 'My secret' } }, 'Diego'));
    const lines = JSON.stringify(world.log.lines);

    for (const text of ['secret', 'Diego', STRANGER.slice(1), number.phone])
      expect(lines).not.toContain(text);
  });
});

describe('record-receipt, STOP', () => {
  it('stops messages on the channel in the transaction of the message, so that queued ones fail', async () => {
    const world = createMessagingWorld();
    const { number, contact, message } = await world.queued('sms');
    await world.report(anIncomingSms(number, { from: contact.phone ?? '', text: ' stop ' }));
    await world.deliver(jobOf(message));
    const after = await world.contacts.find(contact.workspaceId, contact.id);

    expect([...(after?.optOuts.keys() ?? [])]).toEqual(['sms']);
    expect(world.requests).toEqual([]);
    expect(await world.messageOf(message)).toMatchObject({ status: 'failed', errorCode: 'opted_out' });
    expect(names(world)).toEqual([
      'salesbot.contact.updated',
      'salesbot.message.received',
      'salesbot.message.failed',
    ]);
  });

  it('allows messages again after START, and changes nothing twice', async () => {
    const world = createMessagingWorld();
    const { number, contact } = await world.queued('sms');
    const from = contact.phone ?? '';
    for (const text of ['STOP', 'STOP', 'START', 'START'])
      await world.report(anIncomingSms(number, { from, text }));
    const after = await world.contacts.find(contact.workspaceId, contact.id);

    expect(after?.optOuts.size).toBe(0);
    expect(names(world).filter((event) => event === 'salesbot.contact.updated')).toHaveLength(2);
  });

  it.each([
    ['START after a later STOP', ['STOP 20', 'START 10'], ['sms']],
    ['START after two STOPs, the later of which arrived first', ['STOP 5', 'STOP 20', 'START 10'], ['sms']],
    ['START after an earlier STOP', ['STOP 10', 'START 20'], []],
  ] as const)('counts the latest message, whatever arrives first: %s', async (_, sent, optedOut) => {
    const world = createMessagingWorld();
    const { number, contact } = await world.queued('sms');
    world.clock.advance(60);
    for (const message of sent) {
      const [text = '', second] = message.split(' ');
      const at = secondsAfterNow(Number(second));
      await world.report(anIncomingSms(number, { from: contact.phone ?? '', text, at }));
    }
    const after = await world.contacts.find(contact.workspaceId, contact.id);

    expect([...(after?.optOuts.keys() ?? [])]).toEqual(optedOut);
  });

  it('keeps the opt-out of a number without a contact, if START is older', async () => {
    const world = createMessagingWorld();
    const { number } = await world.queued('sms');
    const address = { kind: 'phone', value: STRANGER } as const;
    world.clock.advance(60);
    const text = (said: string, at: number) =>
      world.report(anIncomingSms(number, { from: STRANGER, text: said, at: secondsAfterNow(at) }));
    await text('STOP', 20);
    const first = await world.contacts.findByAddress(number.workspaceId, address);
    if (!first) throw new Error('The contact is missing');
    const subject = { id: newId(NOW), workspaceId: first.workspaceId, contact: hashContact(first.id) };
    await world.contacts.remove(first, planErasure(undefined, subject, NOW), aContext());
    await text('START', 10);
    const second = await world.contacts.findByAddress(number.workspaceId, address);

    expect(second?.id).not.toBe(first.id);
    expect([...(second?.optOuts.keys() ?? [])]).toEqual(['sms']);
  });

  it('creates a contact that never wants messages', async () => {
    const world = createMessagingWorld();
    const { number } = await world.queued('sms');
    await world.report(anIncomingSms(number, { from: STRANGER, text: 'STOP' }));
    const contact = await world.contacts.findByAddress(number.workspaceId, {
      kind: 'phone',
      value: STRANGER,
    });

    expect([...(contact?.optOuts.keys() ?? [])]).toEqual(['sms']);
  });

  it('sends nothing that a run claims after STOP, at any interleaving', async () => {
    for (let call = 1; call <= 12; call += 1) {
      const world = createMessagingWorld();
      const { number, contact, message } = await world.queued('sms');
      const stop = anIncomingSms(number, { from: contact.phone ?? '', text: 'STOP' });
      let stopped = false;
      const { through } = world.power;
      let calls = 0;
      world.power.through = async (name, run) => {
        calls += 1;
        if (calls === call && !stopped) {
          stopped = true;
          await world.report(stop);
          // The claim of a changed contact fails. Only a message that was claimed before STOP is sent.
          return through(name, run);
        }
        return through(name, run);
      };
      await world.deliver(jobOf(message));
      const { status, errorCode } = await world.messageOf(message);

      expect(world.requests.length === 0 ? errorCode : status, `STOP at call ${call}`).toMatch(
        world.requests.length === 0 ? /opted_out/u : /sent/u,
      );
    }
  });
});

describe('record-receipt, a WhatsApp message', () => {
  it.each([
    [
      { type: 'text', text: { body: 'Hi' } },
      { type: 'text', text: 'Hi' },
    ],
    [
      { type: 'button', button: { payload: 'x', text: 'Yes' } },
      { type: 'text', text: 'Yes' },
    ],
    [
      { type: 'interactive', interactive: { type: 'list_reply', list_reply: { id: '1', title: 'Red' } } },
      { type: 'text', text: 'Red' },
    ],
    [
      { type: 'location', location: { latitude: 1 } },
      { type: 'other', text: null },
    ],
    [
      { type: 'unsupported', errors: [{ code: 131051 }] },
      { type: 'other', text: null },
    ],
  ])('records %j', async (message, content) => {
    const world = createMessagingWorld();
    const { number } = await world.queued('whatsapp');
    await world.report(whatsappMessage(number.phone, message));

    expect(incomingOf(world)).toMatchObject([{ content, providerMessageId: 'wamid.IN' }]);
    const contact = await world.contacts.findByAddress(number.workspaceId, {
      kind: 'phone',
      value: STRANGER,
    });
    expect(contact).toMatchObject({ name: 'Diego', platform: 'whatsapp' });
  });

  it('stores its file in the media library, once', async () => {
    const world = createMessagingWorld();
    const { number } = await world.queued('whatsapp');
    world.downloads.set('530339869524171', PNG);
    const image = { id: '530339869524171', mime_type: 'image/jpeg', caption: 'Look' };
    const receipt = whatsappMessage(number.phone, { type: 'image', image });
    await Promise.all([world.report(receipt), world.report(receipt)]);
    const [message] = incomingOf(world);
    const content = message?.content;
    const file =
      content && 'mediaId' in content && content.mediaId
        ? await world.media.find(number.workspaceId, content.mediaId)
        : undefined;

    expect(content).toMatchObject({ type: 'image', text: 'Look' });
    expect(file).toMatchObject({
      mimeType: 'image/png',
      size: PNG.length,
      state: 'ready',
      name: 'WhatsApp image',
    });
    expect([...world.files.files.keys()]).toEqual([file?.objectKey]);
    expect(world.core.media.size).toBe(1);
  });

  it.each([
    ['is gone', undefined],
    ['has a type that the library does not accept', Uint8Array.from(Buffer.from('%PDF-1.7 x'))],
  ])('is recorded without a file that %s', async (_, bytes) => {
    const world = createMessagingWorld();
    const { number } = await world.queued('whatsapp');
    if (bytes) world.downloads.set('5', bytes);
    const document = { id: '5', filename: 'a.pdf' };
    await world.report(whatsappMessage(number.phone, { type: 'document', document }));

    expect(incomingOf(world)).toMatchObject([{ content: { type: 'document', mediaId: null } }]);
    expect([...world.files.files.keys()]).toEqual([]);
  });

  it('waits for a file that cannot be fetched now, and is recorded without it in the end', async () => {
    const world = createMessagingWorld();
    const { number } = await world.queued('whatsapp');
    world.downloads.get = () => {
      throw new Error('AWS does not respond');
    };
    const receipt = whatsappMessage(number.phone, { type: 'image', image: { id: '5' } });

    expect(await world.report(receipt, 1)).toBe(false);
    expect(await world.report(receipt, 2)).toBe(false);
    expect(incomingOf(world)).toEqual([]);
    expect(await world.report(receipt, 3)).toBe(true);
    expect(incomingOf(world)).toMatchObject([{ content: { type: 'image', mediaId: null } }]);
  });
});

describe('record-receipt, crashed at any call', () => {
  it('records a message from a new contact once, with its file', async () => {
    const receiptOf = (phone: string) => whatsappMessage(phone, { type: 'image', image: { id: '5' } });
    const whole = createMessagingWorld();
    const first = await whole.queued('whatsapp');
    whole.downloads.set('5', PNG);
    whole.power.restore();
    await whole.report(receiptOf(first.number.phone));
    const calls = whole.power.calls().length;
    expect(calls).toBeGreaterThan(8);

    for (const moment of ['before', 'after'] as const)
      for (let call = 1; call <= calls; call += 1) {
        if (isCrashSkipped(moment, call)) continue;
        const world = createMessagingWorld();
        const { number } = await world.queued('whatsapp');
        world.downloads.set('5', PNG);
        world.power.cutAt(call, moment);
        const receipt = receiptOf(number.phone);
        await world.report(receipt);
        expect(await world.report(receipt)).toBe(true);

        expect(incomingOf(world), `${moment} call ${call}`).toHaveLength(1);
        expect(world.core.media.size, `${moment} call ${call}`).toBe(1);
        expect(names(world)).toEqual(['salesbot.contact.created', 'salesbot.message.received']);
      }
  });
});

describe('record-receipt, WhatsApp IDs that differ from the phone number', () => {
  it('finds the contact with the number that people dial, so that STOP has an effect', async () => {
    const world = createMessagingWorld();
    const { number, contact } = await world.queued('whatsapp');
    const mexican = { ...contact, phone: '+525512345678', revision: 2 };
    await world.contacts.save(contact, mexican, [], aContext());
    await world.report(
      whatsappMessage(number.phone, { type: 'text', text: { body: 'STOP' } }, 'Ana', '5215512345678'),
    );
    const after = await world.contacts.find(contact.workspaceId, contact.id);

    expect([...(after?.optOuts.keys() ?? [])]).toEqual(['whatsapp']);
    expect([...world.core.contacts.values()]).toHaveLength(1);
  });

  it('gives a new contact the number that people dial', async () => {
    const world = createMessagingWorld();
    const { number } = await world.queued('whatsapp');
    await world.report(
      whatsappMessage(number.phone, { type: 'text', text: { body: 'Oi' } }, 'Ana', '551187654321'),
    );
    const value = '+5511987654321';

    expect(await world.contacts.findByAddress(number.workspaceId, { kind: 'phone', value })).toMatchObject({
      phone: value,
      name: 'Ana',
    });
  });
});
