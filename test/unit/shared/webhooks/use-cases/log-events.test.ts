import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contactInLog } from '#shared/events/recording/log-entry.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import { createLogEvents } from '#shared/webhooks/use-cases/log-events.ts';
import { anEvent, anEventAbout } from '#test/support/builders/events/event-builders.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { createMemoryEventLog } from '#test/support/fakes/events/memory-event-log.ts';

const CONTACT = '7d7b3a52-6f0c-4a53-9f5e-0a8f6f1b2c3d';

describe('the log entries of a batch', () => {
  it('are one item for each workspace, in the order of the stream', async () => {
    const eventLog = createMemoryEventLog();
    const [one, other] = [randomUUID(), randomUUID()];
    const events = [one, other, one].map((workspaceId) => anEvent({ workspaceId }));
    await createLogEvents({ eventLog, clock: () => NOW })(events);

    for (const workspaceId of [one, other]) {
      const items = await eventLog.read(workspaceId, undefined, 10);
      const ids = events.filter((event) => event.workspaceId === workspaceId).map(({ id }) => id);
      expect(items).toMatchObject([{ sequence: 1, writtenAt: NOW, entries: ids.map((id) => ({ id })) }]);
    }
  });

  it('have the fields of their events, and the contact as a hash', async () => {
    const eventLog = createMemoryEventLog();
    const matches = [{ endpointId: randomUUID(), settingsVersion: 1, shards: 1 }];
    const event = anEventAbout(CONTACT, { channel: 'sms', matches });
    await createLogEvents({ eventLog, clock: () => NOW })([event]);

    expect((await eventLog.read(event.workspaceId, undefined, 1))[0]?.entries).toEqual([
      {
        id: event.id,
        event: 'salesbot.store.order_paid',
        channel: 'sms',
        test: false,
        contact: contactInLog(hashContact(CONTACT)),
        matches: 1,
        filtered: 0,
      },
    ]);
  });

  it('have no contact for a test event, whose contact is that of a sample', async () => {
    const eventLog = createMemoryEventLog();
    const event = anEventAbout(CONTACT, { test: true });
    await createLogEvents({ eventLog, clock: () => NOW })([event]);

    expect((await eventLog.read(event.workspaceId, undefined, 1))[0]?.entries[0]?.contact).toBeNull();
  });

  it('are written for all other workspaces if one log cannot be written, and the error is thrown', async () => {
    const eventLog = createMemoryEventLog();
    const events = Array.from({ length: 60 }, () => anEvent());
    const failing = events[30]?.workspaceId;
    const append: typeof eventLog.append = async (workspaceId, ...rest) => {
      if (workspaceId === failing) throw new Error('Throttled');
      await eventLog.append(workspaceId, ...rest);
    };

    await expect(createLogEvents({ eventLog: { append }, clock: () => NOW })(events)).rejects.toThrow(
      'Throttled',
    );
    const written = await Promise.all(
      events.map(async ({ workspaceId }) => (await eventLog.read(workspaceId, undefined, 1)).length),
    );
    expect(written.reduce((sum, each) => sum + each, 0)).toBe(59);
  });
});
