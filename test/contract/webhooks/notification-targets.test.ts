import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ConcurrentUpdateError, DuplicateRequestError } from '#shared/platform/core/errors.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { awaitingConfirmation, type MailTarget } from '#shared/webhooks/domain/mail-consent.ts';
import { editNotificationTarget, type NotificationTarget } from '#shared/webhooks/domain/notification.ts';
import { isSignedTarget, rotateTargetSecret } from '#shared/webhooks/domain/rotate-secret.ts';
import {
  aContext,
  anIdempotencyRecord,
  NOW,
  secondsAfterNow,
} from '#test/support/builders/platform/command-builders.ts';
import { aMailTarget, aNotificationTarget } from '#test/support/builders/webhooks/notification-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

describeStores('NotificationTargets', (fixture) => {
  async function created(overrides: Partial<NotificationTarget> = {}): Promise<NotificationTarget> {
    const target = aNotificationTarget(overrides);
    await fixture.notificationTargets.create(target, aContext());
    return target;
  }

  function renamed(target: NotificationTarget, name: string): NotificationTarget {
    const after = editNotificationTarget(target, { name }, secondsAfterNow(60));
    if (!after) throw new Error('The edit has no effect');
    return after;
  }

  describe('create', () => {
    it('returns the target as created, of either kind', async () => {
      const https = await created();
      const slack = await created({
        destination: { kind: 'slack', sealed: 'dXJs', hint: 'hooks.example.com/…XXXX' },
      });

      expect(await fixture.notificationTargets.find(https.workspaceId, https.id)).toEqual(https);
      expect(await fixture.notificationTargets.find(slack.workspaceId, slack.id)).toEqual(slack);
    });

    it('rejects the sixth of a workspace, and accepts one again after a removal', async () => {
      const workspaceId = randomUUID();
      const five = await Promise.all([1, 2, 3, 4, 5].map(() => created({ workspaceId, id: newId(NOW) })));
      const sixth = aNotificationTarget({ workspaceId });

      await expect(fixture.notificationTargets.create(sixth, aContext())).rejects.toMatchObject({
        code: 'quota_exceeded',
        message: expect.stringContaining('at most 5 notification targets'),
      });
      await fixture.notificationTargets.remove(five[0] ?? sixth, aContext());
      await fixture.notificationTargets.create(sixth, aContext());
      expect(await fixture.notificationTargets.list(workspaceId)).toHaveLength(5);
    });

    it('stores the response with it, and reports an earlier one', async () => {
      const idempotencyRecord = anIdempotencyRecord();
      await fixture.notificationTargets.create(aNotificationTarget(), aContext({ idempotencyRecord }));
      const twin = aNotificationTarget();

      await expect(fixture.notificationTargets.create(twin, aContext({ idempotencyRecord }))).rejects.toThrow(
        DuplicateRequestError,
      );
      expect(await fixture.notificationTargets.list(twin.workspaceId)).toEqual([]);
    });
  });

  it('lists the targets of one workspace, oldest first', async () => {
    const workspaceId = randomUUID();
    const second = await created({ workspaceId, id: newId(secondsAfterNow(2)) });
    const first = await created({ workspaceId, id: newId(secondsAfterNow(1)) });
    await created();

    expect(await fixture.notificationTargets.list(workspaceId)).toEqual([first, second]);
  });

  it('finds no target of another workspace', async () => {
    expect(await fixture.notificationTargets.find(randomUUID(), (await created()).id)).toBeUndefined();
  });

  it('saves an edit of the target that was read, and rejects one of an older revision', async () => {
    const before = await created();
    const after = renamed(before, 'Second line');
    await fixture.notificationTargets.save(before, after, aContext());

    expect(await fixture.notificationTargets.find(before.workspaceId, before.id)).toEqual(after);
    await expect(
      fixture.notificationTargets.save(before, renamed(before, 'Third line'), aContext()),
    ).rejects.toThrow(ConcurrentUpdateError);
  });

  it('lets one of two racing rotations win, and returns both of its secrets', async () => {
    const before = await created();
    if (!isSignedTarget(before)) throw new Error('The target has no secret');
    const rotations = ['one', 'other'].map((sealed) =>
      rotateTargetSecret(before, { sealed, hint: 'wxyz' }, false, secondsAfterNow(60)),
    );
    const saved = await Promise.allSettled(
      rotations.map((after) => fixture.notificationTargets.save(before, after, aContext())),
    );
    const winner = rotations[saved.findIndex(({ status }) => status === 'fulfilled')];

    expect(saved.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: expect.any(ConcurrentUpdateError) },
    ]);
    expect(winner?.destination.previous).toEqual({
      sealed: before.destination.sealed,
      expiresAt: secondsAfterNow(60 + 86_400).getTime(),
    });
    expect(await fixture.notificationTargets.find(before.workspaceId, before.id)).toEqual(winner);
  });

  it('removes a target once', async () => {
    const target = await created();
    await fixture.notificationTargets.remove(target, aContext());

    expect(await fixture.notificationTargets.find(target.workspaceId, target.id)).toBeUndefined();
    await expect(fixture.notificationTargets.remove(target, aContext())).rejects.toThrow(
      ConcurrentUpdateError,
    );
  });

  describe('confirmation of an email address', () => {
    function again(target: MailTarget): MailTarget {
      const confirmation = { sealed: 'bmV4dA', hash: 'bmV4dA', id: newId(NOW), expiresAt: 0 };
      return awaitingConfirmation(target, confirmation, NOW);
    }

    const after = (minutes: number) => {
      const context = aContext();
      return {
        ...context,
        change: { ...context.change, at: new Date(context.change.at.getTime() + minutes * 60_000) },
      };
    };

    it('is requested with the target, which is stored with its links', async () => {
      const target = aMailTarget();
      const context = aContext();
      await fixture.notificationTargets.create(target, context);
      const id = target.destination.confirmation?.id ?? '';

      expect(await fixture.notificationTargets.find(target.workspaceId, target.id)).toEqual(target);
      expect(await fixture.dispatchOfTest(id)).toEqual({
        kind: 'notification',
        observation: {
          observed: 'confirmation_requested',
          workspaceId: target.workspaceId,
          at: context.change.at.getTime(),
          targetId: target.id,
          notificationId: id,
        },
      });
    });

    it('is requested from an address once an hour, from all workspaces together', async () => {
      const first = aMailTarget();
      const { email } = first.destination;
      await fixture.notificationTargets.create(first, aContext());
      const other = aMailTarget({ email: email.toUpperCase() });

      await expect(fixture.notificationTargets.create(other, after(59))).rejects.toMatchObject({
        code: 'confirmation_limit_reached',
      });
      expect(await fixture.notificationTargets.find(other.workspaceId, other.id)).toBeUndefined();
      await expect(
        fixture.notificationTargets.requestConfirmation(first, again(first), after(59)),
      ).rejects.toMatchObject({ code: 'confirmation_limit_reached' });
      const asked = again(first);
      await fixture.notificationTargets.requestConfirmation(first, asked, after(60));
      expect(await fixture.notificationTargets.find(first.workspaceId, first.id)).toEqual(asked);
    });

    it('is requested ten times a day by a workspace', async () => {
      const workspaceId = randomUUID();
      let target = aMailTarget();
      for (let made = 0; made < 10; made += 1) {
        target = { ...aMailTarget({ workspaceId }), id: newId(NOW) };
        await fixture.notificationTargets.create(target, aContext());
        await fixture.notificationTargets.remove(target, aContext());
      }
      const eleventh = aMailTarget({ workspaceId });

      await expect(fixture.notificationTargets.create(eleventh, aContext())).rejects.toMatchObject({
        code: 'confirmation_limit_reached',
      });
      await fixture.notificationTargets.create(eleventh, after(24 * 60));
    });

    it('is not requested for a target that changed meanwhile', async () => {
      const target = aMailTarget();
      await fixture.notificationTargets.create(target, aContext());
      await fixture.notificationTargets.save(target, renamed(target, 'Other'), aContext());

      await expect(
        fixture.notificationTargets.requestConfirmation(target, again(target), after(90)),
      ).rejects.toThrow(ConcurrentUpdateError);
    });
  });

  describe('requestTest', () => {
    it('passes the test to the dispatcher', async () => {
      const target = await created();
      const notificationId = newId(NOW);
      const context = aContext();
      await fixture.notificationTargets.requestTest(target, notificationId, context);

      expect(await fixture.dispatchOfTest(notificationId)).toEqual({
        kind: 'notification',
        observation: {
          observed: 'test_requested',
          workspaceId: target.workspaceId,
          at: context.change.at.getTime(),
          targetId: target.id,
          notificationId,
        },
      });
    });

    it('rejects a target that was deleted meanwhile', async () => {
      const target = await created();
      const notificationId = newId(NOW);
      await fixture.notificationTargets.remove(target, aContext());

      await expect(
        fixture.notificationTargets.requestTest(target, notificationId, aContext()),
      ).rejects.toThrow(ConcurrentUpdateError);
      expect(await fixture.dispatchOfTest(notificationId)).toBeUndefined();
    });
  });
});
