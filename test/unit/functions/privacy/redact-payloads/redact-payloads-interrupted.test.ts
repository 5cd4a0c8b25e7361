import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import { fullMinute } from '#shared/platform/core/full-minute.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { newScan } from '#shared/privacy/domain/erasure-scan.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import {
  it,
  requestErasure,
  createErasureFixture,
  EXCERPT,
  NOTHING,
  runsOutAfter,
  SETTLE,
} from '#test/support/fixtures/privacy/erasure-fixture.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

describe('redact-payloads, interrupted', () => {
  it('continues within a minute from where the time ran out', async () => {
    const { run, state, storedOfAll, asked, told, platform } = await requestErasure(35);
    // Once for the minute, then for every ten events.
    state.secondsLeft = runsOutAfter(3);
    await run();
    const blank = (await storedOfAll()).filter(({ body }) => body === '').length;
    expect(blank).toBe(20);
    expect((await platform.erasureScans.findLast())?.position).toEqual({
      minute: fullMinute(NOW),
      lastEventId: told[19]?.event.id,
    });
    expect(await asked()).toMatchObject({ pass: 1 });

    const again: string[] = [];
    state.secondsLeft = () => 60;
    await run({
      async redactEvent(erasure, id) {
        again.push(id);
        return platform.erasures.redactEvent(erasure, id);
      },
    });
    expect(again).toHaveLength(15);
    expect(isNothing(await storedOfAll())).toBe(true);
  });

  it('repeats little work after a crash within a minute', async () => {
    const { run, platform } = await requestErasure(35);
    const redacted: string[] = [];
    const crashing = run({
      async redactEvent(erasure, id) {
        if (redacted.length === 25) throw new Error('Crashed');
        redacted.push(id);
        return platform.erasures.redactEvent(erasure, id);
      },
    });
    await expect(crashing).rejects.toThrow('failed');
    const again: string[] = [];
    await run({
      async redactEvent(erasure, id) {
        again.push(id);
        return platform.erasures.redactEvent(erasure, id);
      },
    });

    expect(again).toHaveLength(15);
  });

  it('completes no erasure before its scan is over', async ({ ask, clock, run, state, platform }) => {
    const erasure = await ask(newId(secondsAfterNow(-DAY)), randomUUID());
    clock.advance(SETTLE);
    let asks = 0;
    state.secondsLeft = () => {
      asks += 1;
      return asks === 100 ? 10 : 60;
    };
    await run();

    expect(await platform.erasures.find(erasure.workspaceId, erasure.id)).toMatchObject({ pass: 1 });
  });

  it('continues with the minute it had not read when the time ran out', async () => {
    const { ask, clock, run, state, platform } = createErasureFixture();
    await ask(newId(secondsAfterNow(-DAY)), randomUUID());
    clock.advance(SETTLE);
    state.secondsLeft = runsOutAfter(100);
    await run();

    expect((await platform.erasureScans.findLast())?.position).toEqual({
      minute: secondsAfterNow(-100 * 60),
      lastEventId: null,
    });
  });

  it('reads at most an hour of events again after a crash', async ({ ask, clock, run, platform }) => {
    await ask(newId(secondsAfterNow(-DAY)), randomUUID());
    clock.advance(SETTLE);
    const crashing = run({
      async readMinute(minute, of) {
        if (minute < secondsAfterNow(-100 * 60)) throw new Error('Crashed');
        return platform.erasureScans.readMinute(minute, of);
      },
    });

    await expect(crashing).rejects.toThrow('failed');
    expect((await platform.erasureScans.findLast())?.position.minute).toEqual(secondsAfterNow(-60 * 60));
  });

  it('continues the second pass from where the time ran out', async () => {
    const { run, state, told, clock, asked, platform } = await requestErasure(25);
    await run();
    clock.advance(20 * HOUR);
    state.secondsLeft = runsOutAfter(2);
    await run();
    expect(await asked()).toMatchObject({ pass: 2, cursor: told[19]?.event.id });

    const again: string[] = [];
    state.secondsLeft = () => 60;
    await run({
      async redactEvent(erasure, id) {
        again.push(id);
        return platform.erasures.redactEvent(erasure, id);
      },
    });
    expect(again).toHaveLength(5);
    expect(await asked()).toMatchObject({ state: 'completed' });
  });

  it.each(['redactEvent', 'redactDelivery', 'finishPass'] as const)(
    'continues after a crash at any call of %s',
    async (method) => {
      for (let at = 1; ; at += 1) {
        const { run, platform, storedOfAll, asked, log } = await requestErasure(12);
        let calls = 0;
        const crashing = {
          [method]: async (...args: never[]) => {
            calls += 1;
            if (calls === at) throw new Error('Crashed');
            const call: (...all: never[]) => unknown = platform.erasures[method];
            return call(...args);
          },
        };
        const crashed = await run(crashing).then(
          () => false,
          () => true,
        );
        if (!crashed) break;
        expect(log.lines.map(({ code }) => code)).toContain('REDACTION_FAILED');
        expect(await asked()).toMatchObject({ pass: 1 });
        await run();

        expect(isNothing(await storedOfAll())).toBe(true);
        expect(await asked()).toMatchObject({ pass: 2 });
      }
    },
  );

  it.each(['findLast', 'start', 'readMinute', 'advance'] as const)(
    'continues after a crash at any call of %s of the scan',
    async (method) => {
      for (let at = 1; ; at += 1) {
        const { run, platform, storedOfAll, asked } = await requestErasure(12);
        let calls = 0;
        const crashing = {
          [method]: async (...args: never[]) => {
            calls += 1;
            const call: (...all: never[]) => unknown = platform.erasureScans[method];
            // Also after it has done its work: the writes exist, but the process has not recorded them.
            if (calls === Math.ceil(at / 2) && at % 2 === 0) await call(...args);
            if (calls === Math.ceil(at / 2)) throw new Error('Crashed');
            return call(...args);
          },
        };
        const crashed = await run(crashing).then(
          () => false,
          () => true,
        );
        if (!crashed) break;
        await run();

        expect(isNothing(await storedOfAll())).toBe(true);
        expect(await asked()).toMatchObject({ pass: 2 });
      }
    },
  );

  it('completes an event whose body it had redacted when it crashed', async () => {
    const { run, platform, storedOfAll } = await requestErasure(1);
    const crashing = run({
      async redactDelivery() {
        throw new Error('Crashed');
      },
    });
    await expect(crashing).rejects.toThrow('failed');
    expect(await storedOfAll()).toEqual([{ body: '', excerpts: [EXCERPT, EXCERPT] }]);
    await run();

    expect(platform).toBeDefined();
    expect(await storedOfAll()).toEqual([NOTHING]);
  });

  it('starts another scan when a crash left one that never started', async () => {
    const { run, platform, asked, storedOfAll } = await requestErasure(1);
    const earlier = newScan(NOW, secondsAfterNow(-17 * HOUR));
    await platform.erasureScans.start(earlier, []);
    await expect(
      run({
        async start(_scan, erasures) {
          // Erasures are assigned to the scan, but the scan itself is not written.
          await platform.erasureScans.start(newScan(NOW, secondsAfterNow(-18 * HOUR)), erasures);
          throw new Error('Crashed');
        },
      }),
    ).rejects.toThrow('failed');
    expect(await platform.erasureScans.findLast()).toEqual(earlier);
    expect(await asked()).toMatchObject({ scanStartedAt: secondsAfterNow(-18 * HOUR) });
    await run();

    expect(await storedOfAll()).toEqual([NOTHING]);
  });

  it('processes other erasures when the second pass of one fails', async () => {
    const { run, ask, tell, storedOf, platform, clock, workspaceId, asked } = await requestErasure(1);
    await run();
    clock.advance(20 * HOUR);
    const contact = randomUUID();
    const told = await tell(contact, workspaceId);
    const other = await ask(workspaceId, contact);
    clock.advance(SETTLE);
    const failing = run({
      async redactEvent(erasure, id) {
        if (erasure.id !== other.id) throw new Error('Throttled');
        return platform.erasures.redactEvent(erasure, id);
      },
    });

    await expect(failing).rejects.toThrow('failed');
    expect(await storedOf(told)).toEqual(NOTHING);
    expect(await asked()).toMatchObject({ state: 'queued', pass: 2 });
  });

  it.each(['redactEvent', 'redactDelivery'] as const)(
    'skips what %s cannot read, and logs it',
    async (method) => {
      const { run, platform, told, log, asked, storedOf } = await requestErasure(3);
      const [, broken] = told;
      const ids = [broken?.event.id, ...(broken?.deliveries.map(({ id }) => id) ?? [])];
      await run({
        [method]: async (...args: never[]) => {
          const call: (...all: never[]) => unknown = platform.erasures[method];
          if (ids.some((id) => args.some((each) => each === id || Object(each).id === id)))
            throw new MalformedItemError('EV#…');
          return call(...args);
        },
      });

      expect(log.lines.map(({ code }) => code)).toContain('REDACTED_ITEM_UNREADABLE');
      for (const each of told.filter((one) => one !== broken)) expect(await storedOf(each)).toEqual(NOTHING);
      expect(await asked()).toMatchObject({ pass: 2 });
    },
  );

  it('logs the events whose body cannot be read, and redacts the others', async () => {
    const { run, platform, told, log, asked, storedOf } = await requestErasure(2);
    const unreadable = ['event-7'];
    await run({
      async readMinute(...args) {
        return { ...(await platform.erasureScans.readMinute(...args)), unreadable: unreadable.splice(0) };
      },
    });

    expect(log.lines.filter(({ code }) => code === 'REDACTED_ITEM_UNREADABLE')).toMatchObject([
      { level: 'error', fields: { event_id: 'event-7' } },
    ]);
    for (const each of told) expect(await storedOf(each)).toEqual(NOTHING);
    expect(await asked()).toMatchObject({ pass: 2 });
  });

  it('logs only ids', async () => {
    const { run, log, contact, clock } = await requestErasure(1);
    await run();
    clock.advance(20 * HOUR);
    await run();

    expect(JSON.stringify(log.lines)).not.toContain(contact);
    expect(log.lines.map(({ code }) => code)).toEqual(['EVENTS_SCANNED', 'PAYLOADS_REDACTED']);
  });
});

function isNothing(
  stored: readonly { readonly body: string | undefined; readonly excerpts: readonly string[] }[],
) {
  return stored.every(({ body, excerpts }) => body === '' && excerpts.length === 0);
}
