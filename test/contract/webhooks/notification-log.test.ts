import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { Notification } from '#shared/webhooks/domain/notification.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { aNotification } from '#test/support/builders/webhooks/notification-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';
import { readPages } from '#test/support/fixtures/platform/read-pages.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

const DELIVERED = {
  state: 'delivered',
  outcome: 'success',
  statusCode: 200,
  reason: null,
  nextAttemptAt: null,
  finishedAt: NOW,
} as const;

const RETRY = {
  state: 'pending',
  outcome: 'http_error',
  statusCode: 500,
  reason: 'receiver_error',
  nextAttemptAt: secondsAfterNow(10),
  finishedAt: null,
} as const;

describeStores('NotificationLog', (fixture) => {
  const workspaceId = randomUUID();

  /** The same place, recorded later. */
  function again(notification: Notification, seconds: number): Notification {
    const createdAt = secondsAfterNow(seconds);
    return { ...notification, id: newId(createdAt), createdAt, nextAttemptAt: secondsAfterNow(seconds + 60) };
  }

  async function recorded(overrides: Partial<Notification> = {}): Promise<Notification> {
    const notification = aNotification({ workspaceId: randomUUID(), ...overrides });
    expect(await fixture.notifications.record(notification, randomUUID())).toBe(true);
    return notification;
  }

  describe('record', () => {
    it('stores a notification as it is', async () => {
      const notification = await recorded({ cause: 'attempts_exhausted', exhausted: 3 });

      expect(await fixture.notifications.list(notification.workspaceId, { limit: 5 })).toEqual([
        notification,
      ]);
    });

    it('records at most one an hour for a target, an endpoint and a condition', async () => {
      const first = await recorded();

      expect(await fixture.notifications.record(again(first, HOUR - 1), 'later')).toBe(false);
      expect(await fixture.notifications.record(again(first, HOUR), 'later')).toBe(true);
      expect(await fixture.notifications.record(again(first, 2 * HOUR - 1), 'last')).toBe(false);
      expect(await fixture.notifications.list(first.workspaceId, { limit: 5 })).toHaveLength(2);
    });

    it.each([
      ['condition', { cause: 'breaker_opened' }],
      ['endpoint', { endpointId: randomUUID() }],
      ['target', { targetId: randomUUID() }],
    ] as const)('does not limit another %s', async (_, other) => {
      const first = await recorded();

      expect(await fixture.notifications.record({ ...again(first, 1), ...other }, 'other')).toBe(true);
    });

    it('records the same occurrence once, also hours later', async () => {
      const first = aNotification({ workspaceId });

      expect(await fixture.notifications.record(first, 'opened at nine')).toBe(true);
      expect(await fixture.notifications.record(again(first, 3 * HOUR), 'opened at nine')).toBe(false);
    });

    it('records one of concurrent observations', async () => {
      const first = aNotification({ workspaceId });
      const twins = Array.from({ length: 8 }, (_, second) => again(first, second));
      // Open connections, so that all reads come before the first write.
      await Promise.all(twins.map(() => fixture.notifications.list(workspaceId, { limit: 1 })));
      const said = await Promise.all(
        twins.map((twin, index) => fixture.notifications.record(twin, String(index))),
      );

      expect(said.filter(Boolean)).toHaveLength(1);
    });

    it('records each test once, and any number of tests', async () => {
      const test = aNotification({ workspaceId, cause: 'test', endpointId: null, deliveryId: null });

      expect(await fixture.notifications.record(test, test.id)).toBe(true);
      expect(await fixture.notifications.record(test, test.id)).toBe(false);
      expect(await fixture.notifications.record({ ...test, id: newId(NOW) }, 'x')).toBe(true);
    });
  });

  describe('countExhausted', () => {
    const aPlace = () => ({ workspaceId, targetId: randomUUID(), endpointId: randomUUID() });

    it('counts each delivery once', async () => {
      const place = aPlace();
      const said = [];
      for (const delivery of ['a', 'b', 'a', 'c'])
        said.push(await fixture.notifications.countExhausted(place, delivery, 5, NOW));

      expect(said).toEqual([1, 2, 2, 3]);
    });

    it('counts no further than necessary', async () => {
      const place = aPlace();
      for (const delivery of ['a', 'b', 'c', 'd'])
        await fixture.notifications.countExhausted(place, delivery, 2, NOW);

      expect(await fixture.notifications.countExhausted(place, 'e', 9, NOW)).toBe(3);
    });

    it('starts again a day after the first delivery', async () => {
      const place = aPlace();
      await fixture.notifications.countExhausted(place, 'a', 9, NOW);

      expect(await fixture.notifications.countExhausted(place, 'b', 9, secondsAfterNow(DAY - 1))).toBe(2);
      expect(await fixture.notifications.countExhausted(place, 'c', 9, secondsAfterNow(DAY))).toBe(1);
      expect(await fixture.notifications.countExhausted(place, 'd', 9, secondsAfterNow(DAY))).toBe(2);
    });

    it('starts again after a notification', async () => {
      const place = aPlace();
      await fixture.notifications.countExhausted(place, 'a', 9, NOW);
      await recorded({ ...place, cause: 'attempts_exhausted' });

      expect(await fixture.notifications.countExhausted(place, 'b', 9, NOW)).toBe(1);
    });
  });

  describe('claim', () => {
    it('claims a due attempt once', async () => {
      const { workspaceId: owner, id, ...rest } = await recorded();
      const [due, until] = [secondsAfterNow(60), secondsAfterNow(120)];

      expect(await fixture.notifications.claim(owner, id, secondsAfterNow(59), until)).toBeUndefined();
      expect(await fixture.notifications.claim(owner, id, due, until)).toEqual({
        ...rest,
        workspaceId: owner,
        id,
        nextAttemptAt: until,
      });
      expect(await fixture.notifications.claim(owner, id, due, until)).toBeUndefined();
    });

    it('claims nothing that has ended or does not exist', async () => {
      const notification = await recorded();
      await fixture.notifications.finishAttempt(notification, DELIVERED);
      const later = secondsAfterNow(DAY);

      expect(
        await fixture.notifications.claim(notification.workspaceId, notification.id, later, later),
      ).toBeUndefined();
      expect(await fixture.notifications.claim(workspaceId, newId(NOW), later, later)).toBeUndefined();
    });
  });

  describe('finishAttempt', () => {
    it('records a result with the number of attempts', async () => {
      const notification = await recorded();
      await fixture.notifications.finishAttempt(notification, RETRY);
      await fixture.notifications.finishAttempt({ ...notification, attempts: 1 }, DELIVERED);

      expect(await fixture.notifications.list(notification.workspaceId, { limit: 1 })).toEqual([
        { ...notification, ...DELIVERED, attempts: 2 },
      ]);
    });

    it('records the first of two results of one attempt', async () => {
      const notification = await recorded();
      await fixture.notifications.finishAttempt(notification, RETRY);
      await fixture.notifications.finishAttempt(notification, DELIVERED);

      expect(await fixture.notifications.list(notification.workspaceId, { limit: 1 })).toEqual([
        { ...notification, ...RETRY, attempts: 1 },
      ]);
    });

    it('counts no attempt if nothing was sent', async () => {
      const notification = await recorded();
      const end = {
        ...DELIVERED,
        state: 'cancelled',
        outcome: null,
        statusCode: null,
        reason: 'target_deleted',
      } as const;
      await fixture.notifications.finishAttempt(notification, end);

      expect(await fixture.notifications.list(notification.workspaceId, { limit: 1 })).toEqual([
        { ...notification, ...end },
      ]);
    });
  });

  it('lists a workspace newest first, page by page', async () => {
    const owner = randomUUID();
    const ids = [1, 2, 3].map((second) => newId(secondsAfterNow(second)));
    for (const id of ids) await recorded({ workspaceId: owner, id, targetId: randomUUID() });
    const newest = await fixture.notifications.list(owner, { limit: 2 });
    const rest = await fixture.notifications.list(owner, { limit: 2, after: newest[1]?.id });

    expect([...newest, ...rest].map(({ id }) => id)).toEqual(ids.toReversed());
  });

  describe('the sweep', () => {
    const readOf = async (owner: string, seconds: number) =>
      (await readPages(fixture.dueNotifications.readDue(secondsAfterNow(seconds)))).filter(
        (due) => due.workspaceId === owner,
      );

    it('finds pending notifications whose attempt is overdue', async () => {
      const { workspaceId: owner, id } = await recorded();

      expect(await readOf(owner, 60)).toEqual([]);
      expect(await readOf(owner, 61)).toMatchObject([{ workspaceId: owner, id }]);
    });

    it('finds nothing that has ended', async () => {
      const notification = await recorded();
      await fixture.notifications.finishAttempt(notification, DELIVERED);

      expect(await readOf(notification.workspaceId, DAY)).toEqual([]);
    });

    it('postpones what is unchanged, and the attempt stays due', async () => {
      const { workspaceId: owner, id } = await recorded();
      const [due] = await readOf(owner, 61);
      if (!due) throw new Error('Nothing is due');

      expect(await fixture.dueNotifications.postpone(due, secondsAfterNow(600))).toBe(true);
      expect(await fixture.dueNotifications.postpone(due, secondsAfterNow(600))).toBe(false);
      expect(await readOf(owner, 599)).toEqual([]);
      expect(await readOf(owner, 601)).toHaveLength(1);
      expect(
        await fixture.notifications.claim(owner, id, secondsAfterNow(61), secondsAfterNow(120)),
      ).toBeDefined();
    });
  });
});
