import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { fullMinute } from '#shared/platform/core/full-minute.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { deliveriesOf } from '#test/support/builders/webhooks/delivery-builders.ts';
import {
  it,
  requestErasure,
  createErasureFixture,
  NOTHING,
  runsOutAfter,
  SETTLE,
} from '#test/support/fixtures/privacy/erasure-fixture.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

describe('redact-payloads, scanning', () => {
  const at = (seconds: number) => secondsAfterNow(seconds, NOW);

  it('finds events of all 14 days, of every minute', async ({ tell, ask, clock, run, storedOf }) => {
    const [workspaceId, contact] = [newId(at(-30 * DAY)), randomUUID()];
    const ages = [0, 59, 60, 7 * DAY, 14 * DAY];
    const told = await Promise.all(ages.map((age) => tell(contact, workspaceId, 1, at(-age))));
    const expired = await tell(contact, workspaceId, 1, at(-14 * DAY - 60));
    await ask(workspaceId, contact);
    clock.advance(SETTLE);
    await run();

    for (const each of told) expect(await storedOf(each)).toEqual(NOTHING);
    expect((await storedOf(expired)).body).not.toBe('');
  });

  it.each([
    ['its oldest workspace, whose id contains the time of its creation', newId(at(-2 * DAY)), at(-2 * DAY)],
    ['14 days, if an id contains no time', randomUUID(), at(SETTLE - 14 * DAY)],
    ['14 days, if the workspace is older', newId(at(-30 * DAY)), at(SETTLE - 14 * DAY)],
  ])('scans back to %s', async (_case, workspaceId, oldest, { ask, clock, run, platform }) => {
    await ask(newId(clock()), randomUUID());
    await ask(workspaceId, randomUUID());
    clock.advance(SETTLE);
    await run();
    const scan = await platform.erasureScans.findLast();

    expect(scan?.oldest).toEqual(fullMinute(oldest));
    expect(scan?.position.minute).toEqual(secondsAfterNow(-60, fullMinute(oldest)));
  });

  it('reads each minute once for all erasures together', async ({ ask, clock, run, platform }) => {
    const workspaceIds = [newId(at(-DAY)), newId(at(-DAY)), newId(at(-DAY))];
    for (const workspaceId of workspaceIds) await ask(workspaceId, randomUUID());
    clock.advance(SETTLE);
    const read: number[] = [];
    await run({
      async readMinute(minute, of) {
        read.push(minute.getTime());
        expect([...of].toSorted()).toEqual(workspaceIds.toSorted());
        return platform.erasureScans.readMinute(minute, of);
      },
    });

    expect(read).toHaveLength(24 * 60 + 1);
    expect(new Set(read).size).toBe(read.length);
  });

  it('does not include an erasure that is requested during a scan', async () => {
    const { run, ask, tell, storedOf, state, clock, platform } = createErasureFixture();
    const [workspaceId, contact, other] = [newId(at(-DAY)), randomUUID(), randomUUID()];
    const [old, young] = [
      await tell(contact, workspaceId, 1, at(-DAY)),
      await tell(other, workspaceId, 1, at(-1)),
    ];
    await ask(workspaceId, contact);
    clock.advance(SETTLE);
    state.secondsLeft = runsOutAfter(100);
    await run();
    const late = await ask(workspaceId, other);
    clock.advance(60);
    state.secondsLeft = () => 60;
    await run();

    expect(await storedOf(old)).toEqual(NOTHING);
    expect((await storedOf(young)).body).toBe(young.event.body);
    expect(await platform.erasures.find(workspaceId, late.id)).toEqual(late);
  });

  it('does not include an erasure that the index showed late', async () => {
    const { run, ask, state, clock, platform } = createErasureFixture();
    const [workspaceId, contact] = [newId(at(-DAY)), randomUUID()];
    const hidden = await ask(workspaceId, contact);
    await ask(workspaceId, randomUUID());
    clock.advance(SETTLE);
    state.secondsLeft = runsOutAfter(100);
    await run({
      async readDue(now) {
        const { due } = await platform.erasures.readDue(now);
        return { due: due.filter(({ id }) => id !== hidden.id), isComplete: true };
      },
    });
    clock.advance(60);
    state.secondsLeft = () => 60;
    await run();

    expect(await platform.erasures.find(workspaceId, hidden.id)).toEqual(hidden);
  });

  it('starts another scan 16 hours after the last one, not before', async () => {
    const { run, ask, tell, storedOf, clock, workspaceId } = await requestErasure(1);
    await run();
    const contact = randomUUID();
    const told = await tell(contact, workspaceId);
    await ask(workspaceId, contact);
    clock.advance(16 * HOUR - 1);
    await run();
    expect((await storedOf(told)).body).toBe(told.event.body);

    clock.advance(1);
    await run();
    expect(await storedOf(told)).toEqual(NOTHING);
  });

  it.each([0, 1, 10, 16, 23])(
    'erases within 24 hours what was requested %i hours after the start of a scan',
    async (hours) => {
      const { run, ask, tell, storedOf, clock, platform, workspaceId } = await requestErasure(1);
      for (let passed = 0; passed < hours; passed += 1) {
        await run();
        clock.advance(HOUR);
      }
      const contact = randomUUID();
      const told = await tell(contact, workspaceId);
      const { id, createdAt } = await ask(workspaceId, contact);
      const asked = () => platform.erasures.find(workspaceId, id);
      while ((await asked())?.state === 'queued' && clock() < secondsAfterNow(DAY, createdAt)) {
        clock.advance(60);
        await run();
      }

      expect(await storedOf(told)).toEqual(NOTHING);
      expect((await asked())?.state).toBe('completed');
      expect(clock().getTime()).toBeLessThan(secondsAfterNow(DAY, createdAt).getTime());
    },
  );

  it('redacts for the first request after an event if a contact is erased twice', async () => {
    const { run, ask, tell, clock, platform, workspaceId, contact, told, erasure } = await requestErasure(1);
    const between = await tell(contact, workspaceId);
    clock.advance(1);
    const second = await ask(workspaceId, contact);
    clock.advance(SETTLE);
    await run();
    const expiryOf = async ({ deliveries: [delivery] }: typeof between) =>
      (await platform.deliveries.find(deliveriesOf(delivery?.endpointId ?? ''), delivery?.id ?? ''))
        ?.payloadExpiresAt;

    expect(await expiryOf(between)).toEqual(second.createdAt);
    const [first] = told;
    expect(first && (await expiryOf(first))).toEqual(erasure.createdAt);
  });

  it('pauses in proportion to what it reads, and never for long', async () => {
    const { run, ask, clock, pauses, platform } = createErasureFixture();
    await ask(newId(at(-3600)), randomUUID());
    clock.advance(SETTLE);
    const units = [300, 600, 900, 90_000];
    await run({
      async readMinute(minute, of) {
        const seen = await platform.erasureScans.readMinute(minute, of);
        return { ...seen, readUnits: units.shift() ?? 0 };
      },
    });

    expect(pauses).toEqual([600, 5000]);
  });
});
