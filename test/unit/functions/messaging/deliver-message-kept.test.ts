import { describe, expect, it } from 'vitest';
import { someNews } from '#test/support/builders/messaging/message-builders.ts';
import { createMessagingWorld, jobOf } from '#test/support/fixtures/messaging/messaging-world.ts';

/** Sends a message whose receipt overtakes the response of the provider, and crashes at a call. */
async function sendWithEarlyReceipt(crash?: { readonly call: number; readonly moment: 'before' | 'after' }) {
  const world = createMessagingWorld();
  const { message } = await world.queued();
  world.duringSend(() =>
    world.receipts.findOrKeep({
      provider: 'aws',
      providerMessageId: `aws-${message.id}`,
      news: someNews({ providerMessageId: `aws-${message.id}` }),
    }),
  );
  if (crash) world.power.cutAt(crash.call, crash.moment);
  const job = jobOf(message);
  await world.deliver(job);
  const calls = world.power.calls().length;
  return { world, message, job, calls };
}

describe('deliver-message, of a message whose receipt overtakes the response', () => {
  it('records the receipt after the acceptance', async () => {
    const { world, message } = await sendWithEarlyReceipt();

    expect((await world.messageOf(message)).status).toBe('delivered');
    expect(world.events().map(({ event }) => event)).toEqual([
      'salesbot.message.sent',
      'salesbot.message.delivered',
    ]);
  });

  it('records it when the job is delivered again, wherever the first run crashes', async () => {
    const { calls } = await sendWithEarlyReceipt();
    const outcomes = new Set<string>();
    for (let call = 1; call <= calls; call += 1)
      for (const moment of ['before', 'after'] as const) {
        const { world, message, job } = await sendWithEarlyReceipt({ call, moment });
        await world.deliver(job, 2);
        const { status, providerMessageId } = await world.settle(message);
        // A run that crashed before it had recorded the acceptance leaves nothing by which the receipt could be found.
        const expected = providerMessageId === null ? 'unknown' : 'delivered';
        expect([call, moment, status]).toEqual([call, moment, expected]);
        outcomes.add(status);
      }
    expect(outcomes).toEqual(new Set(['delivered', 'unknown']));
  });

  it('finds the message of later receipts, even if the run crashes right after it has recorded the id', async () => {
    const calls = (await sendWithEarlyReceipt()).world.power.calls();
    const call = calls.indexOf('identify') + 1;
    const { world, message } = await sendWithEarlyReceipt({ call, moment: 'after' });
    const news = someNews({ status: 'read', providerMessageId: `aws-${message.id}` });

    expect((await world.messageOf(message)).status).toBe('sending');
    expect(
      await world.receipts.findOrKeep({ provider: 'aws', providerMessageId: `aws-${message.id}`, news }),
    ).toEqual({ workspaceId: message.workspaceId, messageId: message.id });
  });

  it('asks for kept receipts only if the job is delivered again', async () => {
    const { world, job } = await sendWithEarlyReceipt();
    const asked = () => world.power.calls().filter((name) => name === 'identify').length;
    await world.deliver(job);
    const once = asked();
    await world.deliver(job, 2);

    expect([once, asked()]).toEqual([1, 2]);
  });
});
