import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createHandler } from '#functions/privacy/redact-payloads/handler.ts';
import { type Erasure, newErasure, nextPassAt } from '#shared/events/recording/erasure.ts';
import { DAY_SECONDS, MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { WORKSPACE_QUOTAS } from '#shared/platform/core/workspace-quotas.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { ErasureScan } from '#shared/privacy/domain/erasure-scan.ts';
import { createExportedCopiesEraser } from '#shared/privacy/use-cases/erase-exported-copies.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { createMemoryExternalRecords } from '#test/support/fakes/events/memory-external-records.ts';
import { createMemoryCore } from '#test/support/fakes/platform/memory-core.ts';
import { createMemoryExportedCopies } from '#test/support/fakes/privacy/memory-exported-copies.ts';
import { createMemoryLogRedactions } from '#test/support/fakes/privacy/memory-log-redactions.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';

/** Milliseconds of calls: a transaction, a write, 16 queries, and reading 1,000 items. */
const COSTS = { finish: 20, assign: 10, minute: 30, thousand: 250 };

/**
 * `redact-payloads` in simulated time: every call takes some of the 60 s of a run, and a run starts every minute. A read returns at
 * most 50,000 unknown requests. The contacts in `busy` have that many redacted events.
 */
function aMachine({ most = 50_000, busy = new Map<string, number>(), assign = COSTS.assign } = {}) {
  let now = NOW.getTime();
  let ends = 0;
  let last: ErasureScan | undefined;
  const stored = new Map<string, Erasure>();
  const log = createRecordingLog();
  const starts: Date[] = [];
  const redacted: string[] = [];
  const spend = (milliseconds: number) => void (now += milliseconds);
  const run = createHandler({
    erasures: {
      async readDue(at, known = new Map()) {
        const due = [...stored.values()].filter((each) => (nextPassAt(each) ?? Infinity) <= at);
        const unknown = due.filter(({ id }) => !known.has(id));
        const read = new Set(unknown.slice(0, most).map(({ id }) => id));
        spend((read.size / 1000) * COSTS.thousand);
        const found = due.flatMap((each) => known.get(each.id) ?? (read.has(each.id) ? each : []));
        return { due: found, isComplete: unknown.length <= most };
      },
      async redactEvent({ workspaceId }) {
        redacted.push(workspaceId);
        spend(5);
        return undefined;
      },
      async *readRedacted({ id, cursor }) {
        const events = busy.get(id) ?? 0;
        for (let from = Number(cursor ?? 0); from < events; from += 100)
          yield Array.from({ length: 100 }, (_, index) => String(from + index + 1));
      },
      redactDelivery: async () => [],
      async advance(erasure, cursor) {
        stored.set(erasure.id, { ...erasure, cursor });
      },
      async finishPass(before, after) {
        spend(COSTS.finish);
        stored.set(before.id, after);
      },
    },
    scans: {
      findLast: async () => last,
      async start(scan, erasures, hasTime = () => true) {
        starts.push(scan.startedAt);
        const included: Erasure[] = [];
        for (const erasure of erasures) {
          if (!hasTime()) return undefined;
          const assigned = { ...erasure, scanStartedAt: scan.startedAt };
          if (erasure.scanStartedAt?.getTime() !== scan.startedAt.getTime()) spend(assign / 50);
          stored.set(erasure.id, assigned);
          included.push(assigned);
        }
        last = scan;
        return included;
      },
      async readMinute() {
        spend(COSTS.minute);
        return { events: [], unreadable: [], readUnits: 8 };
      },
      async advance(scan, position) {
        last = { ...scan, position };
      },
    },
    redactions: createMemoryLogRedactions(new Map()),
    erasers: {
      records: [createMemoryExternalRecords(createMemoryCore())],
      copies: createExportedCopiesEraser(createMemoryExportedCopies()),
    },
    clock: () => new Date(now),
    wait: async (milliseconds) => spend(milliseconds),
    log,
  });
  return {
    stored,
    starts,
    redacted,
    codes: () => log.lines.map(({ code }) => code),
    request(workspaceId: string, overrides: Partial<Erasure> = {}): string {
      const subject = { id: newId(new Date(now)), workspaceId, contact: randomUUID() };
      stored.set(subject.id, { ...newErasure(subject, new Date(now)), ...overrides });
      return subject.id;
    },
    clock: () => new Date(now),
    /** Runs every minute until a condition holds or the time ends. `idleMinutes` pass after a run with nothing to do. */
    async runUntil(end: Date, isOver: () => boolean = () => false, idleMinutes = 1): Promise<void> {
      while (now < end.getTime() && !isOver()) {
        const started = now;
        ends = started + MINUTE_MS;
        await run({}, { getRemainingTimeInMillis: () => ends - now });
        expect(now).toBeLessThan(ends);
        const isIdle = now - started < 15_000;
        now = started + (isIdle ? idleMinutes : 1) * MINUTE_MS;
      }
    },
  };
}

describe('redact-payloads with many requests', () => {
  it('erases within 24 hours what 20 workspaces at their limit request, and what another one requests last', async () => {
    const machine = aMachine();
    const { limit } = WORKSPACE_QUOTAS.erasures;
    // A workspace makes its first request just after a scan has started, which is the worst time.
    machine.request(randomUUID());
    await machine.runUntil(secondsAfterNow(120));
    for (let workspace = 0; workspace < 20; workspace += 1) {
      const workspaceId = randomUUID();
      for (let made = 0; made < limit; made += 1) machine.request(workspaceId);
    }
    const victim = machine.request(randomUUID());
    const isDone = () => [...machine.stored.values()].every(({ state }) => state === 'completed');
    await machine.runUntil(secondsAfterNow(DAY_SECONDS), isDone, 10);

    expect(machine.stored.get(victim)?.state).toBe('completed');
    expect([...machine.stored.values()].filter(({ state }) => state !== 'completed')).toEqual([]);
    expect(machine.clock().getTime()).toBeLessThan(secondsAfterNow(DAY_SECONDS).getTime());
    expect(machine.codes()).not.toContain('ERASURE_LATE');
  }, 60_000);

  it('reads no minute before it has read all requests of the scan, and starts only one', async () => {
    const machine = aMachine({ most: 100 });
    for (let made = 0; made < 450; made += 1) machine.request(randomUUID());
    await machine.runUntil(secondsAfterNow(4 * 60));
    expect(machine.codes()).toEqual([]);

    await machine.runUntil(secondsAfterNow(3600));
    expect(new Set(machine.starts).size).toBe(1);
    expect([...machine.stored.values()].filter(({ pass }) => pass === 1)).toEqual([]);
  });

  it('continues the start of a scan that the time interrupted, with the same scan', async () => {
    const machine = aMachine({ assign: 500 });
    for (let made = 0; made < 10_000; made += 1) machine.request('workspace');
    await machine.runUntil(secondsAfterNow(10 * 60));

    expect(machine.starts.length).toBeGreaterThan(1);
    expect(new Set(machine.starts.map((start) => start.getTime())).size).toBe(1);
    expect(
      new Set([...machine.stored.values()].map(({ scanStartedAt }) => scanStartedAt?.getTime())).size,
    ).toBe(1);
  }, 60_000);
});

describe('second passes', () => {
  const due = {
    pass: 2,
    createdAt: secondsAfterNow(-20.5 * 3600),
    requestedAt: secondsAfterNow(-20.5 * 3600),
  } as const;

  it('leave half of a run to a scan', async () => {
    const machine = aMachine();
    for (let made = 0; made < 20_000; made += 1) machine.request('attacker', due);
    const waiting = machine.request(randomUUID(), {
      createdAt: secondsAfterNow(-60),
      requestedAt: secondsAfterNow(-60),
    });
    await machine.runUntil(secondsAfterNow(60));

    expect(machine.stored.get(waiting)).toMatchObject({ scanStartedAt: expect.any(Date) });
    expect(machine.codes()).toContain('EVENTS_SCANNED');
  });

  it('of one workspace do not delay those of another one', async () => {
    const machine = aMachine();
    for (let made = 0; made < 20_000; made += 1) machine.request('attacker', due);
    const victim = machine.request('victim', due);
    await machine.runUntil(secondsAfterNow(60));

    expect(machine.stored.get(victim)?.state).toBe('completed');
  });

  it('redact at most 500 events of a contact in a run', async () => {
    const busy = new Map<string, number>();
    const machine = aMachine({ busy });
    busy.set(machine.request('attacker', due), 5000);
    const victim = machine.request('victim', due);
    await machine.runUntil(secondsAfterNow(60));
    expect(machine.redacted).toHaveLength(500);
    expect(machine.stored.get(victim)?.state).toBe('completed');

    await machine.runUntil(secondsAfterNow(15 * 60));
    expect(machine.redacted).toHaveLength(5000);
    expect([...machine.stored.values()].every(({ state }) => state === 'completed')).toBe(true);
  });
});
