import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BROADCAST_MACHINE } from '#shared/broadcasts/domain/broadcast-machine.ts';
import type { Broadcast, BroadcastState } from '#shared/broadcasts/domain/broadcast.ts';
import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import { errorIn } from '#shared/platform/core/state-machine.ts';
import { type BroadcastApi, startBroadcastApi } from '#test/support/fixtures/broadcasts/broadcast-api.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';
import type { HttpReply } from '#test/support/fixtures/platform/http-event.ts';

type Trigger = keyof typeof BROADCAST_MACHINE.triggers;

/** What a history records besides the platform: all plans, all states, and whether the broadcast was deleted. */
type Model = { readonly jobs: ScheduledJob[]; readonly seen: Set<string>; gone: boolean };

/** One request, or one message of a timer. `trigger` is its name in the state machine. */
type Act = {
  readonly triggers: readonly Trigger[];
  readonly run: (real: BroadcastApi, model: Model) => Promise<HttpReply | ScheduledJob | undefined>;
};

const EDITABLE: readonly BroadcastState[] = ['draft', 'scheduled'];
const HOUR = 3600;

function request(trigger: Trigger, name: Parameters<BroadcastApi['run']>[0], json?: unknown): Act {
  return { triggers: [trigger], run: ({ run }) => run(name, json === undefined ? {} : { json }) };
}

const edit = fc.record(
  {
    name: fc.constantFrom('Spring sale', 'Summer sale'),
    message: fc.record({ body: fc.constantFrom('one', 'two') }, { requiredKeys: [] }),
    requires_approval: fc.boolean(),
  },
  { requiredKeys: [] },
);

const report = fc.record(
  {
    recipients: fc.nat(20),
    sent: fc.nat(20),
    failed: fc.nat(20),
    outcome: fc.constantFrom('completed', 'failed'),
  },
  { requiredKeys: [] },
);

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 3, arbitrary: edit.map((json) => request('update', 'update-broadcast', json)) },
  {
    weight: 3,
    arbitrary: fc.integer({ min: 1, max: 3 }).map((hours): Act => ({
      triggers: ['schedule'],
      run: ({ api, run }) => {
        const at = new Date(api.clock().getTime() + hours * HOUR * 1000);
        return run('schedule-broadcast', { json: { scheduled_at: at.toISOString() } });
      },
    })),
  },
  fc.constant(request('unschedule', 'unschedule-broadcast')),
  fc.constant(request('send', 'send-broadcast')),
  fc.constant(request('cancel', 'cancel-broadcast')),
  { weight: 2, arbitrary: fc.constant(request('approve', 'approve-broadcast')) },
  fc.constant(request('revoke', 'revoke-approval')),
  { weight: 3, arbitrary: report.map((json) => request('report', 'report-broadcast', json)) },
  {
    weight: 5,
    // Any earlier plan, the last one more often: on time, early, late, again.
    arbitrary: fc.nat(6).map((back): Act => ({
      triggers: ['start', 'expire'],
      async run({ fire }, { jobs }) {
        const job = jobs[Math.max(0, jobs.length - 1 - Math.max(0, back - 3))];
        if (job) await fire(...(back === 0 ? [job, job] : [job]));
        return job;
      },
    })),
  },
);

/** States that some of these triggers, each at most once and in any order, can reach. */
function reachable(from: BroadcastState, triggers: readonly (readonly Trigger[])[]): Set<BroadcastState> {
  const reached = new Set<BroadcastState>([from]);
  for (const [index, alternatives] of triggers.entries()) {
    const others = triggers.toSpliced(index, 1);
    for (const trigger of alternatives) {
      for (const reaction of BROADCAST_MACHINE.triggers[trigger][from]) {
        if ('to' in reaction) for (const state of reachable(reaction.to, others)) reached.add(state);
      }
    }
  }
  return reached;
}

/** The rules of every broadcast at any time. */
function checkRecord(real: BroadcastApi): void {
  const { state, due, scheduledAt, blockedReason, startedAt, finishedAt } = real.stored();
  const events = real.events().map((name) => name.replace('salesbot.broadcast.', ''));
  const ended = startedAt !== null && finishedAt !== null;
  const isEnd = state === 'finished' ? 'completed' : 'failed';

  expect(events).toEqual([...(startedAt === null ? [] : ['sent']), ...(ended ? [isEnd] : [])]);
  expect(startedAt !== null).toBe(['in_flight', 'finished', 'failed'].includes(state) || ended);
  expect(finishedAt !== null).toBe(BROADCAST_MACHINE.final.includes(state));
  if (state === 'scheduled') expect(due?.at ?? null).toEqual(blockedReason === null ? scheduledAt : null);
  else expect(due !== null).toBe(state === 'in_flight');
  if (due) expect(due).toMatchObject({ seq: real.stored().planSeq, timer: state === 'scheduled' });
}

/** The rules of every step of a broadcast. */
function checkStep(before: Broadcast, after: Broadcast): void {
  if (!EDITABLE.includes(before.state)) {
    const { name, message, channel, audience, requiresApproval, approval, approvalWaivedBy } = before;
    expect(after).toMatchObject({
      name,
      message,
      channel,
      audience,
      requiresApproval,
      approval,
      approvalWaivedBy,
    });
  }
  if (BROADCAST_MACHINE.final.includes(before.state)) expect(after).toEqual(before);
  for (const counter of ['recipients', 'sent', 'failed', 'planSeq'] as const) {
    expect(after[counter] ?? 0).toBeGreaterThanOrEqual(before[counter] ?? 0);
  }
  // The revision changes with any change, and only then.
  if (after.revision === before.revision) expect(after).toEqual(before);
  expect(after.revision).toBeGreaterThanOrEqual(before.revision);
}

/**
 * What the machine rejects is rejected with its code, nothing else is rejected because of the state, and errors change
 * nothing.
 */
function checkResponse(before: Broadcast, after: Broadcast, { triggers }: Act, { status, body }: HttpReply) {
  const [trigger = 'update'] = triggers;
  const rejection = errorIn(BROADCAST_MACHINE, trigger, before.state);
  if (status === 200 || status === 202) return expect(rejection).toBeUndefined();
  expect(status).toBe(409);
  const others = ['approval_required', 'approval_not_required'];
  expect(rejection === undefined ? others : [rejection]).toContain(body.code);
  expect(after).toEqual(before);
}

/** A timer acts on the plan it was created for, at its time; it starts nothing that lacks a required approval. */
function checkTimer(before: Broadcast, after: Broadcast, { seq }: ScheduledJob, now: Date) {
  const isMeant = before.due?.seq === seq && before.due.at <= now;
  expect(after.revision).toBe(isMeant ? before.revision + 1 : before.revision);
  if (after.state === 'in_flight' && before.state === 'scheduled') {
    expect(before.requiresApproval && before.approval === null).toBe(false);
  }
}

/** Concurrent actions, usually one. */
class AtOnce implements fc.AsyncCommand<Model, BroadcastApi> {
  readonly acts: readonly Act[];

  constructor(acts: readonly Act[]) {
    this.acts = acts;
  }

  check({ gone }: Readonly<Model>): boolean {
    return !gone;
  }

  async run(model: Model, real: BroadcastApi): Promise<void> {
    const before = real.stored();
    const responses = await Promise.all(this.acts.map(({ run }) => run(real, model)));
    const after = real.stored();
    if (after.due && after.due.seq !== before.due?.seq) model.jobs.push(real.job());

    expect([
      ...reachable(
        before.state,
        this.acts.map(({ triggers }) => triggers),
      ),
    ]).toContain(after.state);
    checkStep(before, after);
    checkRecord(real);
    model.seen.add(after.state).add(String(after.blockedReason));
    const [only] = this.acts;
    const [response] = responses;
    if (this.acts.length > 1 || !only || !response) return;
    if ('seq' in response) checkTimer(before, after, response, real.api.clock());
    else checkResponse(before, after, only, response);
  }

  toString(): string {
    return this.acts.map(({ triggers }) => triggers.join('/')).join(' + ');
  }
}

class Wait implements fc.AsyncCommand<Model, BroadcastApi> {
  readonly seconds: number;

  constructor(seconds: number) {
    this.seconds = seconds;
  }

  check(): boolean {
    return true;
  }

  async run(_: Model, { api }: BroadcastApi): Promise<void> {
    api.clock.advance(this.seconds);
  }

  toString(): string {
    return `wait ${this.seconds} s`;
  }
}

class Delete implements fc.AsyncCommand<Model, BroadcastApi> {
  check({ gone }: Readonly<Model>): boolean {
    return !gone;
  }

  async run(model: Model, real: BroadcastApi): Promise<void> {
    const before = real.stored();
    const { status, body } = await real.run('delete-broadcast');
    const rejection = errorIn(BROADCAST_MACHINE, 'delete', before.state);
    model.gone = rejection === undefined;

    if (rejection === undefined) expect(status).toBe(204);
    else expect([status, body.code, real.stored()]).toEqual([409, rejection, before]);
    for (const job of model.jobs) if (model.gone) expect(await real.fire(job)).toBe(0);
  }

  toString(): string {
    return 'delete';
  }
}

const commands = fc.commands(
  [
    act.map((one) => new AtOnce([one])),
    act.map((one) => new AtOnce([one])),
    fc.tuple(act, act).map((acts) => new AtOnce(acts)),
    fc.constantFrom(1, HOUR, HOUR, 24 * HOUR).map((seconds) => new Wait(seconds)),
    fc.constant(new Delete()),
  ],
  { maxCommands: 60, size: '+1' },
);

/** Enough to enter every state. */
const RUNS = 600;

describe('the states of a broadcast', () => {
  it('follows its state machine under any history of requests, timers and reports', async () => {
    const seen = new Set<string>();
    const wanted = [...BROADCAST_MACHINE.states, 'approval_required', 'null'].toSorted();
    const law = fc.asyncProperty(fc.boolean(), commands, async (requires_approval, history) => {
      const real = await startBroadcastApi({ requires_approval });
      await fc.asyncModelRun(() => ({ model: { jobs: [], seen, gone: false }, real }), history);
    });
    const part = runs(RUNS);
    for (let ran = 0; ran < RUNS && (ran === 0 || seen.size < wanted.length); ran += part)
      await fc.assert(law, { numRuns: part });

    // A machine that nothing enters would keep every law.
    expect([...seen].toSorted()).toEqual(wanted);
  }, 60_000);
});
