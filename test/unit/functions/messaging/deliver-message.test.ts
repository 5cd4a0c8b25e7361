import { describe, expect, it } from 'vitest';
import { aMedia } from '#test/support/builders/files/media-builders.ts';
import { aContext, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import {
  anSmsReceipt,
  createMessagingWorld,
  jobOf,
} from '#test/support/fixtures/messaging/messaging-world.ts';
import { isCrashSkipped } from '#test/support/fixtures/platform/depth.ts';

const OPTED_OUT = { kind: 'rejected', code: 'opted_out' } as const;
const THROTTLED = { kind: 'deferred', code: 'throttled', retryAfterMs: null } as const;
const UNKNOWN = { kind: 'unknown', code: 'no_response' } as const;

describe('deliver-message', () => {
  it('sends a message once and records that it is sent, with its event', async () => {
    const world = createMessagingWorld();
    const { message, contact, number } = await world.queued('sms');
    expect(await world.deliver(jobOf(message))).toBe(true);

    expect(world.requests).toMatchObject([
      { to: contact.phone, from: { id: number.id }, message: { id: message.id } },
    ]);
    expect(await world.messageOf(message)).toMatchObject({
      status: 'sent',
      provider: 'aws',
      providerMessageId: `aws-${message.id}`,
      due: null,
      claim: null,
      attempts: 1,
    });
    expect(world.events()).toMatchObject([
      {
        event: 'salesbot.message.sent',
        data: { message: { id: message.id, status: 'sent', platform: 'sms' } },
      },
    ]);
  });

  it('does nothing for a job that is repeated, outdated or about no message', async () => {
    const world = createMessagingWorld();
    const { message } = await world.queued();
    const job = jobOf(message);
    await world.deliver(job);

    expect(await world.deliver(job)).toBe(true);
    expect(await world.deliver({ ...job, seq: 99 })).toBe(true);
    expect(await world.deliver({ ...job, id: message.conversationId })).toBe(true);
    expect(world.requests).toHaveLength(1);
  });

  it('sends a job that is early to its queue again', async () => {
    const world = createMessagingWorld();
    const { message } = await world.queued('sms', {
      due: { at: secondsAfterNow(20), seq: 1, timer: true },
    });
    await world.deliver(jobOf(message));

    expect(world.requests).toEqual([]);
    expect(world.later).toEqual([{ job: jobOf(message), seconds: 20 }]);
  });

  it.each([2, 3, 5])('sends once if %i runs get the same job at once', async (length) => {
    const world = createMessagingWorld();
    const { message } = await world.queued();
    const job = jobOf(message);
    await Promise.all(Array.from({ length }, () => world.deliver(job)));

    expect(world.requests).toHaveLength(1);
    expect((await world.messageOf(message)).status).toBe('sent');
    expect(world.events()).toHaveLength(1);
  });

  it('waits longer after each deferral, and sends in the end', async () => {
    const world = createMessagingWorld();
    const { message } = await world.queued();
    world.results.push(THROTTLED, THROTTLED);
    await world.deliver(jobOf(message));
    const first = await world.messageOf(message);
    world.clock.advance(5);
    await world.deliver(jobOf(first));
    const second = await world.messageOf(message);

    expect(first).toMatchObject({
      status: 'queued',
      errorCode: 'throttled',
      due: { at: secondsAfterNow(5), timer: true },
    });
    expect(second).toMatchObject({ status: 'queued', due: { at: secondsAfterNow(15) }, attempts: 2 });
    expect((await world.settle(message)).status).toBe('sent');
    expect(world.requests).toHaveLength(1);
  });

  it('fails a message that is deferred for a day', async () => {
    const world = createMessagingWorld();
    const { message } = await world.queued();
    world.results.push(...Array.from({ length: 400 }, () => ({ ...THROTTLED, retryAfterMs: 900_000 })));
    const end = await world.settle(message);

    expect(end).toMatchObject({ status: 'failed', errorCode: 'expired' });
    expect(end.statusAt.getTime() - message.createdAt.getTime()).toBeGreaterThanOrEqual(86_400_000);
    expect(world.requests).toEqual([]);
    expect(world.events()).toMatchObject([{ event: 'salesbot.message.failed' }]);
  });

  it('fails a message that the provider rejects', async () => {
    const world = createMessagingWorld();
    const { message } = await world.queued();
    world.results.push({ kind: 'rejected', code: 'destination_blocked' });

    expect(await world.settle(message)).toMatchObject({ status: 'failed', errorCode: 'destination_blocked' });
    expect(world.events()).toMatchObject([
      { event: 'salesbot.message.failed', data: { message: { error_code: 'destination_blocked' } } },
    ]);
  });

  it('makes the result unknown at the end of the lease, and sends never again', async () => {
    const world = createMessagingWorld();
    const { message } = await world.queued();
    world.results.push(UNKNOWN);
    await world.deliver(jobOf(message));
    const sending = await world.messageOf(message);

    expect(sending).toMatchObject({ status: 'sending', due: { at: secondsAfterNow(60) } });
    expect(await world.settle(message)).toMatchObject({
      status: 'unknown',
      errorCode: 'result_unknown',
      due: null,
    });
    expect(world.requests).toHaveLength(1);
    expect(world.events()).toEqual([]);
  });

  it('settles an unknown result by its receipt', async () => {
    const world = createMessagingWorld();
    const { message } = await world.queued();
    world.results.push(UNKNOWN);
    await world.settle(message);
    await world.report(anSmsReceipt(message, 'TEXT_DELIVERED', { at: secondsAfterNow(300) }));

    expect(await world.messageOf(message)).toMatchObject({ status: 'delivered', errorCode: null });
    expect(world.events().map(({ event }) => event)).toEqual([
      'salesbot.message.sent',
      'salesbot.message.delivered',
    ]);
  });

  it('fails a message that was deferred after its lease had ended, and never sends it again', async () => {
    const world = createMessagingWorld();
    const { message } = await world.queued();
    world.results.push(THROTTLED);
    world.duringSend(async () => {
      world.clock.advance(61);
      await world.deliver(jobOf(await world.messageOf(message)));
    });
    await world.deliver(jobOf(message));

    expect(await world.settle(message)).toMatchObject({ status: 'failed', errorCode: 'throttled' });
    expect(world.requests).toEqual([]);
  });
});

describe('deliver-message, for a channel on which an engine sends', () => {
  it('fails a message that no engine has claimed for a week, and sends nothing', async () => {
    const world = createMessagingWorld();
    const { message } = await world.queuedForEngine();

    expect(await world.settle(message)).toMatchObject({
      status: 'failed',
      errorCode: 'expired',
      provider: 'meta',
    });
    expect(world.requests).toEqual([]);
    expect(world.events()).toMatchObject([{ event: 'salesbot.message.failed' }]);
  });
});

describe('deliver-message, before the claim', () => {
  it('sends nothing to a contact that stopped messages while the message was queued', async () => {
    const world = createMessagingWorld();
    const prepared = await world.queued('whatsapp');
    await world.stop(prepared);
    await world.deliver(jobOf(prepared.message));

    expect(world.requests).toEqual([]);
    expect(await world.messageOf(prepared.message)).toMatchObject({
      status: 'failed',
      errorCode: 'opted_out',
    });
  });

  it('sends nothing to a contact that stops messages between the check and the claim', async () => {
    const world = createMessagingWorld();
    const prepared = await world.queued('sms');
    const { find } = world.numbers;
    let stopped = false;
    world.numbers.find = async (...args) => {
      if (!stopped) await world.stop(prepared);
      stopped = true;
      return find(...args);
    };
    await world.deliver(jobOf(prepared.message));

    expect(stopped).toBe(true);
    expect(world.requests).toEqual([]);
    expect(await world.messageOf(prepared.message)).toMatchObject({
      status: 'failed',
      errorCode: 'opted_out',
    });
  });

  it('sends the claimed message, and no later one, if the contact stops messages during the request', async () => {
    const world = createMessagingWorld();
    const prepared = await world.queued('sms');
    world.duringSend(() => world.stop(prepared));
    await world.deliver(jobOf(prepared.message));

    expect(await world.messageOf(prepared.message)).toMatchObject({ status: 'sent' });
  });

  it('records the opt-out that AWS knows', async () => {
    const world = createMessagingWorld();
    const { message, contact } = await world.queued('sms');
    world.results.push(OPTED_OUT);
    await world.deliver(jobOf(message));
    const after = await world.contacts.find(contact.workspaceId, contact.id);

    expect([...(after?.optOuts.keys() ?? [])]).toEqual(['sms']);
    expect(await world.messageOf(message)).toMatchObject({ status: 'failed', errorCode: 'opted_out' });
    expect(world.events().map(({ event }) => event)).toEqual([
      'salesbot.contact.updated',
      'salesbot.message.failed',
    ]);
  });

  it('fails a message whose contact was deleted, without an event about it', async () => {
    const world = createMessagingWorld();
    const { message, contact } = await world.queued();
    world.core.contacts.delete(`${contact.workspaceId}/${contact.id}`);
    await world.deliver(jobOf(message));

    expect(await world.messageOf(message)).toMatchObject({
      status: 'failed',
      errorCode: 'contact_not_found',
    });
    expect(world.events()).toEqual([]);
  });

  it('fails a message to a contact without a phone number', async () => {
    const world = createMessagingWorld();
    const { message, contact } = await world.queued();
    const after = { ...contact, phone: null, revision: 2 };
    await world.contacts.save(contact, after, [], aContext());
    await world.deliver(jobOf(message));

    expect(await world.messageOf(message)).toMatchObject({ errorCode: 'contact_unreachable' });
    expect(world.requests).toEqual([]);
  });

  it('fails a message whose number was disconnected or rejected', async () => {
    const world = createMessagingWorld();
    const { message, number } = await world.queued();
    await world.numbers.remove(number, aContext());
    await world.deliver(jobOf(message));

    expect(await world.messageOf(message)).toMatchObject({ errorCode: 'phone_number_not_verified' });
    expect(world.requests).toEqual([]);
  });

  it('passes the file of a message to the sender, and fails without it', async () => {
    const world = createMessagingWorld();
    const content = { type: 'image', mediaId: 'missing', text: null } as const;
    const without = await world.queued('whatsapp', { content });
    await world.deliver(jobOf(without.message));
    const { message } = await world.queued('whatsapp');
    const file = aMedia({ workspaceId: message.workspaceId, state: 'ready' });
    await world.media.create(file, aContext());
    world.core.messages.set(`${message.workspaceId}/${message.id}`, {
      ...message,
      content: { ...content, mediaId: file.uuid },
    });
    await world.deliver(jobOf(message));

    expect(await world.messageOf(without.message)).toMatchObject({ errorCode: 'media_not_found' });
    expect(world.requests).toMatchObject([
      { file: { key: file.objectKey, contentType: file.mimeType, fileName: file.name } },
    ]);
  });
});

describe('deliver-message, crashed at any call', () => {
  it('sends at most once, and ends with a result or as unknown', async () => {
    const whole = createMessagingWorld();
    const { message } = await whole.queued();
    whole.power.restore();
    await whole.deliver(jobOf(message));
    const calls = whole.power.calls().length;
    expect(calls).toBeGreaterThan(6);

    for (const moment of ['before', 'after'] as const) {
      for (let call = 1; call <= calls; call += 1) {
        if (isCrashSkipped(moment, call)) continue;
        const world = createMessagingWorld();
        const prepared = await world.queued();
        world.power.cutAt(call, moment);
        const end = await world.settle(prepared.message);
        const situation = `${moment} call ${call}`;

        expect(world.power.cuts(), situation).toBe(1);
        expect(world.requests.length, situation).toBeLessThanOrEqual(1);
        expect(['sent', 'unknown'], situation).toContain(end.status);
        if (end.status === 'sent') expect(world.requests, situation).toHaveLength(1);
        // The receipt of a message that was sent settles it; each event is emitted once.
        if (world.requests.length === 1)
          await world.report(anSmsReceipt(prepared.message, 'TEXT_DELIVERED', { at: world.clock() }));
        const events = world.events().map(({ event }) => event);
        expect(events, situation).toEqual(
          world.requests.length === 1 ? ['salesbot.message.sent', 'salesbot.message.delivered'] : [],
        );
      }
    }
  });
});
