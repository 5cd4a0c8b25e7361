import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { StatusNews } from '#shared/messaging/domain/message-progress.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { someNews } from '#test/support/builders/messaging/message-builders.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

describeStores('ReceiptStore', (fixture) => {
  /** A new id of a provider, with calls about it. */
  function anId(provider = 'aws', providerMessageId: string = randomUUID()) {
    return {
      report: (news: StatusNews) => fixture.receipts.findOrKeep({ provider, providerMessageId, news }),
      identify: (message: { readonly workspaceId: string; readonly id: string }) =>
        fixture.receipts.identify(provider, providerMessageId, message),
      newsOf: (status: StatusNews['status'], second: number) =>
        someNews({ status, at: secondsAfterNow(second), provider, providerMessageId }),
    };
  }

  const aMessage = () => ({ workspaceId: randomUUID(), id: newId(NOW) });

  it('finds the message of an id that was recorded', async () => {
    const { identify, report, newsOf } = anId();
    const message = aMessage();

    expect(await identify(message)).toEqual([]);
    expect(await report(newsOf('sent', 1))).toEqual({
      workspaceId: message.workspaceId,
      messageId: message.id,
    });
    expect(await identify(message)).toEqual([]);
  });

  it('keeps receipts until the id is recorded, oldest first', async () => {
    const { identify, report, newsOf } = anId();
    const message = aMessage();
    const [delivered, sent, failed] = [
      newsOf('delivered', 2),
      newsOf('sent', 1),
      { ...newsOf('failed', 3), errorCode: 'carrier_blocked', providerMessageId: null },
    ];

    for (const news of [delivered, sent, failed]) expect(await report(news)).toBeUndefined();
    expect(await identify(message)).toEqual([sent, delivered, failed]);
    expect(await report(delivered)).toEqual({ workspaceId: message.workspaceId, messageId: message.id });
  });

  it('returns the receipts again if recording the id is repeated', async () => {
    const { identify, report, newsOf } = anId();
    const message = aMessage();
    await report(newsOf('sent', 1));

    expect(await identify(message)).toEqual([newsOf('sent', 1)]);
    expect(await identify(message)).toEqual([newsOf('sent', 1)]);
  });

  it('keeps a repeated receipt once', async () => {
    const { identify, report, newsOf } = anId();
    for (let time = 1; time <= 3; time += 1) await report(newsOf('delivered', 1));
    await report(newsOf('delivered', 2));

    expect(await identify(aMessage())).toEqual([newsOf('delivered', 1), newsOf('delivered', 2)]);
  });

  it('keeps the ids of providers apart, whatever characters they have', async () => {
    const [aws, meta] = [anId('aws', 'wamid.HBg#='), anId('meta', 'wamid.HBg#=')];
    await aws.report(aws.newsOf('sent', 1));

    expect(await meta.identify(aMessage())).toEqual([]);
    expect(await aws.identify(aMessage())).toHaveLength(1);
  });

  it.each(['id', 'workspaceId'] as const)(
    'leaves an id to the message that it was recorded for: another %s',
    async (field) => {
      const { identify, report, newsOf } = anId();
      const message = aMessage();
      await report(newsOf('sent', 1));
      await identify(message);

      expect(await identify({ ...message, [field]: randomUUID() })).toEqual([]);
      expect(await report(newsOf('delivered', 2))).toEqual({
        workspaceId: message.workspaceId,
        messageId: message.id,
      });
    },
  );

  it('never loses a receipt, whichever side is first', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { identify, report, newsOf } = anId();
      const message = aMessage();
      const news = [newsOf('sent', 1), newsOf('delivered', 2), newsOf('read', 3)];
      const [early, ...found] = await Promise.all([identify(message), ...news.map((each) => report(each))]);
      const known = news.filter((_, index) => found[index]?.messageId === message.id);

      expect([...early, ...known].toSorted((a, b) => a.at.getTime() - b.at.getTime())).toEqual(news);
    }
  });

  it('returns the same receipts to both runs of a sender', async () => {
    const { identify, report, newsOf } = anId();
    const message = aMessage();
    await report(newsOf('read', 3));

    expect(await Promise.all([identify(message), identify(message)])).toEqual([
      [newsOf('read', 3)],
      [newsOf('read', 3)],
    ]);
  });
});
