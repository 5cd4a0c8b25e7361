import { beforeEach, describe, expect, it } from 'vitest';
import * as recordReceipt from '#functions/messaging/record-receipt/index.ts';
import { type Conversation, withMessage } from '#shared/messaging/domain/conversation.ts';
import { retryOnConflict } from '#shared/platform/core/retry-on-conflict.ts';
import { aContact } from '#test/support/builders/messaging/contact-builders.ts';
import { aConversation } from '#test/support/builders/messaging/conversation-builders.ts';
import { anOutgoingMessage } from '#test/support/builders/messaging/message-builders.ts';
import { aPhoneNumber, verified } from '#test/support/builders/messaging/phone-number-builders.ts';
import { aContext, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { anIncomingSms } from '#test/support/fixtures/messaging/messaging-world.ts';
import { isCrashSkipped } from '#test/support/fixtures/platform/depth.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { noPause } from '#test/support/fixtures/platform/no-pause.ts';
import { queueEvent } from '#test/support/fixtures/platform/queue-event.ts';
import { startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';

const cloud = forAllTests(startLocalCloud, 'stop');
beforeEach(() => cloud.tidy());

const MAX_RECEIVES = 20;

let phones = 0;

/** An open conversation by text messages, in which both sides write. */
async function aTalk() {
  const { stores, clock } = cloud;
  const { workspaceId } = await createWorkspaceIn(stores.workspaces);
  phones += 1;
  const phone = `+1202555${String(1200 + phones)}`;
  const contact = aContact({ workspaceId, phone });
  await stores.contacts.create(contact, [], aContext());
  const connected = aPhoneNumber({ workspaceId, platform: 'sms' });
  await stores.numbers.create(connected, aContext());
  const number = verified(connected);
  await stores.numbers.save(connected, number, aContext());
  const identity = { workspaceId, contactId: contact.id, platform: 'sms', phoneNumberId: number.id } as const;
  const started = aConversation(identity);
  await stores.conversations.create(started, aContext());

  async function stored(): Promise<Conversation> {
    const found = await cloud.power.aside(() => stores.conversations.find(workspaceId, started.id));
    return found ?? expect.fail('The conversation is gone');
  }

  return {
    stored,

    /** A message of the contact, as the queue delivers it: until a run has recorded it. */
    async receive(second: number, text: string): Promise<void> {
      const at = secondsAfterNow(second, clock());
      const event = queueEvent(anIncomingSms(number, { from: phone, text, at, id: text }));
      for (let receives = 0; receives < MAX_RECEIVES; receives += 1) {
        const { batchItemFailures } = await cloud.start('record-receipt', recordReceipt)(event);
        if (cloud.power.isCut()) cloud.power.restore();
        if (batchItemFailures.length === 0) return;
      }
      throw new Error('The message is never recorded');
    },

    /** A message to the contact, as `send-message` adds it. */
    send(second: number, text: string): Promise<void> {
      const createdAt = secondsAfterNow(second, clock());
      return retryOnConflict(
        noPause,
        async () => {
          const before = await stored();
          const message = anOutgoingMessage(before, { createdAt, content: { type: 'text', text } });
          const after = withMessage(before, message, clock());
          await stores.messages.add(message, { before, after }, aContext());
        },
        { tries: MAX_RECEIVES },
      );
    },
  };
}

describe('the last message of a conversation on DynamoDB', () => {
  it.each([
    ['the contact', 'received 2', 'in', -1],
    ['the workspace', 'sent 2', 'out', -2],
  ] as const)(
    'is the newest one, which is of %s, whatever order the messages are recorded in',
    async (_, newest, direction, second) => {
      const { receive, send, stored } = await aTalk();
      const received = [-50, -30, ...(direction === 'in' ? [second] : [-20])];
      const sent = [-40, -10, ...(direction === 'out' ? [second] : [-15])];
      // Each receipt arrives twice, and all of them at the same time as what the workspace sends.
      await Promise.all([
        ...received.flatMap((each, index) => [1, 2].map(() => receive(each, `received ${index}`))),
        ...sent.map((each, index) => send(each, `sent ${index}`)),
      ]);

      expect(await stored()).toMatchObject({
        lastMessage: { text: newest, direction },
        lastMessageAt: secondsAfterNow(second, cloud.clock()),
        // Six messages after the creation: a repeated receipt changes nothing.
        revision: 7,
      });
    },
  );

  it.each(['before', 'after'] as const)(
    'is right after a run that crashes %s any of its calls, and is received again',
    async (moment) => {
      const first = await aTalk();
      await first.send(-20, 'sent');
      cloud.power.restore();
      await first.receive(-10, 'calls');
      const calls = cloud.power.calls().length;
      expect(calls).toBeGreaterThan(3);
      for (let call = 1; call <= calls; call += 1) {
        if (isCrashSkipped(moment, call)) continue;
        const { send, receive, stored } = await aTalk();
        await send(-20, 'sent');
        cloud.power.cutAt(call, moment);
        await receive(-10, `newer ${call}`);
        expect(await stored(), `call ${call}`).toMatchObject({
          lastMessage: { text: `newer ${call}` },
          revision: 3,
        });
        cloud.power.cutAt(call, moment);
        await receive(-30, `older ${call}`);

        expect(await stored(), `call ${call}`).toMatchObject({
          lastMessage: { text: `newer ${call}` },
          revision: 4,
        });
        cloud.power.restore();
      }
    },
  );
});
