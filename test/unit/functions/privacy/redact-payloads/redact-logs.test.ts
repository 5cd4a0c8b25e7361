import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { createRedactLog } from '#functions/privacy/redact-payloads/redact-logs.ts';
import type { Erasure } from '#shared/events/recording/erasure.ts';
import { contactInLog } from '#shared/events/recording/log-entry.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { LogRedactions } from '#shared/privacy/ports/log-redactions.ts';
import { aLogEntry, anErasure } from '#test/support/builders/events/event-builders.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { createMemoryEventLog, type MemoryLogs } from '#test/support/fakes/events/memory-event-log.ts';
import { createMemoryLogRedactions } from '#test/support/fakes/privacy/memory-log-redactions.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';
import { createTestClock } from '#test/support/fixtures/platform/test-clock.ts';
import { createErasureFixture, SETTLE } from '#test/support/fixtures/privacy/erasure-fixture.ts';

const it = itWith(setUp);

const HOUR = 3600;
const always = () => true;

function setUp() {
  const logs: MemoryLogs = new Map();
  const eventLog = createMemoryEventLog(logs);
  const redactions = createMemoryLogRedactions(logs);
  const clock = createTestClock();
  const log = createRecordingLog();
  const pauses: number[] = [];
  const wait = async (milliseconds: number) => void pauses.push(milliseconds);

  /** A log with so many items about the contact of an erasure. */
  async function listed({ workspaceId, contact }: Erasure, items: number): Promise<void> {
    for (let item = 0; item < items; item += 1)
      await eventLog.append(workspaceId, [aLogEntry({ contact: contactInLog(contact) })], NOW);
  }

  const left = ({ workspaceId }: Erasure): number =>
    (logs.get(workspaceId) ?? []).filter(({ entries }) => entries[0]?.contact !== null).length;

  /** One run of the function. */
  const run = (due: readonly Erasure[], overrides: Partial<LogRedactions> = {}) =>
    createRedactLog(due, { redactions: { ...redactions, ...overrides }, clock, wait, log });

  clock.advance(60);
  return { logs, redactions, clock, log, pauses, listed, left, run };
}

describe('redacting the logs of a run', () => {
  it('removes the contact, and reports that it did', async (redacting) => {
    const erasure = anErasure();
    await redacting.listed(erasure, 3);

    expect(await redacting.run([erasure])(erasure, always)).toBe(true);
    expect(redacting.left(erasure)).toBe(0);
  });

  it('reads the log of a workspace once for all of its erasures', async (redacting) => {
    const workspaceId = randomUUID();
    const erasures = [anErasure({ workspaceId }), anErasure({ workspaceId })];
    for (const erasure of erasures) await redacting.listed(erasure, 2);
    let passes = 0;
    const redact: LogRedactions['redact'] = (...args) => {
      passes += 1;
      return redacting.redactions.redact(...args);
    };
    const redactLog = redacting.run(erasures, { redact });
    const results = await Promise.all(erasures.map((erasure) => redactLog(erasure, always)));

    expect(results).toEqual([true, true]);
    expect(passes).toBe(1);
    expect(redacting.logs.get(workspaceId)?.every(({ entries }) => entries[0]?.contact === null)).toBe(true);
    redacting.clock.advance(60);
    expect(await redacting.run(erasures, { redact })(erasures[0] ?? expect.fail(), always)).toBe(true);
    expect(passes).toBe(1);
  });

  it('starts again for an erasure that became due later, after half an hour', async (redacting) => {
    const workspaceId = randomUUID();
    const first = anErasure({ workspaceId });
    await redacting.listed(first, 1);
    await redacting.run([first])(first, always);
    const second = anErasure({ workspaceId, createdAt: redacting.clock(), requestedAt: redacting.clock() });
    await redacting.listed(second, 1);

    redacting.clock.advance(29 * 60);
    expect(await redacting.run([second])(second, always)).toBe(false);
    redacting.clock.advance(60);
    expect(await redacting.run([second])(second, always)).toBe(true);
    expect(redacting.left(second)).toBe(0);
  });

  it('works for one turn of 400 pages per run, and goes on in the next', async (redacting) => {
    const erasure = anErasure();
    await redacting.listed(erasure, 1000);

    expect(await redacting.run([erasure])(erasure, always)).toBe(false);
    expect(redacting.left(erasure)).toBe(600);
    expect(await redacting.run([erasure])(erasure, always)).toBe(false);
    expect(await redacting.run([erasure])(erasure, always)).toBe(true);
    expect(redacting.left(erasure)).toBe(0);
    expect(redacting.pauses.every((pause) => pause === 1)).toBe(true);
  });

  it('stops when the time of the run is used up', async (redacting) => {
    const erasure = anErasure();
    await redacting.listed(erasure, 10);
    let calls = 0;

    expect(await redacting.run([erasure])(erasure, () => (calls += 1) < 4)).toBe(false);
    expect(redacting.left(erasure)).toBe(6);
  });

  it('goes on at the stored position after a failure, and repeats at most 50 pages', async (redacting) => {
    const erasure = anErasure();
    await redacting.listed(erasure, 200);
    const starts: number[] = [];
    async function* redact(...args: Parameters<LogRedactions['redact']>) {
      starts.push(args[0].position);
      for await (const page of redacting.redactions.redact(...args)) {
        if (starts.length === 1 && page.position === 130) throw new Error('Throttled');
        yield page;
      }
    }

    expect(await redacting.run([erasure], { redact })(erasure, always)).toBe(false);
    expect(redacting.log.lines).toMatchObject([{ level: 'error', code: 'EVENT_LOG_REDACTION_FAILED' }]);
    expect(await redacting.run([erasure], { redact })(erasure, always)).toBe(true);
    expect(starts).toEqual([0, 100]);
    expect(redacting.left(erasure)).toBe(0);
  });

  it('fails for one workspace without stopping the others', async (redacting) => {
    const [failing, other] = [anErasure(), anErasure()];
    for (const erasure of [failing, other]) await redacting.listed(erasure, 1);
    const findLast: LogRedactions['findLast'] = async (workspaceId) => {
      if (workspaceId === failing.workspaceId) throw new Error('Throttled');
      return redacting.redactions.findLast(workspaceId);
    };
    const redactLog = redacting.run([failing, other], { findLast });

    expect([await redactLog(failing, always), await redactLog(other, always)]).toEqual([false, true]);
  });
});

describe('an erasure and the event log', () => {
  /** An erasure whose workspace has an event about the contact in its log. */
  async function ask() {
    const fixture = createErasureFixture();
    const { platform, clock } = fixture;
    const [workspaceId, contact] = [newId(NOW), randomUUID()];
    const list = () => {
      const entry = aLogEntry({ contact: contactInLog(hashContact(contact)) });
      return platform.eventLog.append(workspaceId, [entry], clock());
    };
    await list();
    const erasure = await fixture.ask(workspaceId, contact);
    const contacts = async () => {
      const items = await platform.eventLog.read(workspaceId, undefined, 10);
      return items.flatMap(({ entries }) => entries.map((entry) => entry.contact));
    };
    const stateOf = () => platform.erasures.find(workspaceId, erasure.id);
    return { ...fixture, list, contacts, stateOf };
  }

  it('removes the contact in the first pass, and again in the second', async () => {
    const { run, clock, list, contacts, stateOf } = await ask();
    clock.advance(SETTLE);
    await run();
    expect(await contacts()).toEqual([null]);
    expect(await stateOf()).toMatchObject({ pass: 2, state: 'queued' });

    // A batch that was repeated by the stream for hours.
    await list();
    clock.advance(20 * HOUR);
    await run();
    expect(await contacts()).toEqual([null, null]);
    expect(await stateOf()).toMatchObject({ state: 'completed' });
  });

  it('completes no pass while the log cannot be redacted', async () => {
    const { run, platform, clock, contacts, stateOf } = await ask();
    const { findLast } = platform.logRedactions;
    platform.logRedactions.findLast = () => Promise.reject(new Error('Throttled'));
    clock.advance(SETTLE);
    await run();
    expect(await stateOf()).toMatchObject({ pass: 1, state: 'queued' });

    platform.logRedactions.findLast = findLast;
    await run();
    expect(await contacts()).toEqual([null]);
    expect(await stateOf()).toMatchObject({ pass: 2 });
  });

  it('keeps the contact of events after the request', async () => {
    const { run, platform, clock, contacts, stateOf } = await ask();
    const { workspaceId, contact } = (await stateOf()) ?? expect.fail();
    const later = aLogEntry({ id: newId(secondsAfterNow(5)), contact: contactInLog(contact) });
    await platform.eventLog.append(workspaceId, [later], secondsAfterNow(5));
    clock.advance(SETTLE);
    await run();

    expect(await contacts()).toEqual([contactInLog(contact), null]);
  });
});
