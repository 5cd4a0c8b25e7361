import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { afterDay, newCalendar, runningNow } from '#shared/platform/identity/calendar.ts';
import { aContext, NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const LATER = secondsAfterNow(60);

describeStores('CalendarStore', (fixture) => {
  async function created() {
    const workspaceId = randomUUID();
    await fixture.calendars.ensure(workspaceId, NOW);
    return newCalendar(workspaceId, NOW);
  }

  it('creates a calendar once', async () => {
    const calendar = await created();
    await fixture.calendars.ensure(calendar.workspaceId, LATER);

    expect(await fixture.calendars.find(calendar.workspaceId)).toEqual(calendar);
    expect(await fixture.calendars.find(randomUUID())).toBeUndefined();
  });

  it('creates one for concurrent requests', async () => {
    const workspaceId = randomUUID();
    await Promise.all(
      [0, 1, 2, 3].map((seconds) => fixture.calendars.ensure(workspaceId, secondsAfterNow(seconds))),
    );

    expect(await fixture.calendars.find(workspaceId)).toMatchObject({
      day: null,
      due: { seq: 1, timer: true },
    });
  });

  it('accepts each run once', async () => {
    const calendar = await created();
    const after = afterDay(calendar, '2026-06-01', 'UTC', LATER);

    expect(await fixture.calendars.advance(calendar, after)).toBe(true);
    expect(await fixture.calendars.advance(calendar, runningNow(calendar, LATER))).toBe(false);
    expect(await fixture.calendars.find(calendar.workspaceId)).toEqual(after);
  });

  describe('a change of the time zone', () => {
    async function aWorkspace() {
      const { workspaceId } = await createWorkspaceIn(fixture.workspaces);
      return (await fixture.workspaces.find(workspaceId)) ?? expect.fail();
    }

    it('starts a run at once, and rejects the plan of a run that read the earlier time zone', async () => {
      const workspace = await aWorkspace();
      await fixture.calendars.ensure(workspace.id, NOW);
      const calendar = newCalendar(workspace.id, NOW);
      const context = aContext();
      await fixture.workspaces.update(workspace, { ...workspace, timezone: 'Asia/Tokyo' }, context);

      expect(await fixture.calendars.find(workspace.id)).toEqual(runningNow(calendar, context.change.at));
      expect(
        await fixture.calendars.advance(
          calendar,
          afterDay(calendar, '2026-06-01', workspace.timezone, LATER),
        ),
      ).toBe(false);
    });

    it('creates no calendar, and another name starts no run', async () => {
      const workspace = await aWorkspace();
      const moved = { ...workspace, timezone: 'Asia/Tokyo' };
      await fixture.workspaces.update(workspace, moved, aContext());
      expect(await fixture.calendars.find(workspace.id)).toBeUndefined();

      await fixture.calendars.ensure(workspace.id, NOW);
      await fixture.workspaces.update(moved, { ...moved, name: 'Other' }, aContext());
      expect(await fixture.calendars.find(workspace.id)).toEqual(newCalendar(workspace.id, NOW));
    });

    it('that comes too late starts no run', async () => {
      const workspace = await aWorkspace();
      await fixture.calendars.ensure(workspace.id, NOW);
      await fixture.workspaces.update(workspace, { ...workspace, name: 'Other' }, aContext());

      await expect(
        fixture.workspaces.update(workspace, { ...workspace, timezone: 'Asia/Tokyo' }, aContext()),
      ).rejects.toThrow(ConcurrentUpdateError);
      expect(await fixture.calendars.find(workspace.id)).toEqual(newCalendar(workspace.id, NOW));
    });
  });
});
