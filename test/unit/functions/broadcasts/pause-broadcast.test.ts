import { describe, expect } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { startBroadcastApi } from '#test/support/fixtures/broadcasts/broadcast-api.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';

const BUDGET = 100_000;
const DAY = 86_400;

/** A broadcast in flight that the platform sends with a budget of a dollar, and its run and control. */
async function startSending() {
  const fixture = await startBroadcastApi({
    sender: 'platform',
    sending: { platform: 'sandbox', budget: { amount: '1' } },
    audience: {},
  });
  await fixture.run('send-broadcast');
  const { api, broadcast, run } = fixture;
  const state = () => api.core.broadcastRuns.get(broadcast) ?? expect.fail('No run');

  /** Pauses it as the platform does, after its messages have cost 99 cents. */
  async function spend(): Promise<void> {
    const { control } = state();
    api.core.broadcastRuns.set(broadcast, { ...state(), control: { ...control, reserved: 99_000 } });
    await api.broadcastRuns.pause(state().control, 'budget_reached', api.clock());
  }

  return {
    ...fixture,
    state,
    spend,
    pause: () => run('pause-broadcast'),
    resume: (json?: unknown) => run('resume-broadcast', json === undefined ? {} : { json }),
  };
}

const it = itWith(startSending);

describe('pause-broadcast', () => {
  it('pauses the broadcast and shows it', async ({ pause, state, stored, events }) => {
    const { revision } = stored();
    const { status, body, headers } = await pause();

    const at = secondsAfterNow(60);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      state: 'in_flight',
      revision: String(revision + 1),
      progress: { paused_at: at.toISOString(), paused_reason: 'requested', counts: { pending: 0 } },
    });
    expect(headers['ETag']).toBe(`"${revision + 1}"`);
    expect(state().control).toMatchObject({ pausedAt: at, pausedReason: 'requested', budget: BUDGET });
    expect(events()).toEqual([]);
  });

  it('changes nothing if the broadcast is paused, for whatever reason', async (fixture) => {
    const { pause, spend, state, stored } = fixture;
    await spend();
    const before = [stored(), state()];
    const { status, body } = await pause();

    expect([status, body.data.progress.paused_reason]).toEqual([200, 'budget_reached']);
    expect([stored(), state()]).toEqual(before);
  });

  it('is tried again if the platform pauses the broadcast at the same time', async (fixture) => {
    const { api, pause, spend, state } = fixture;
    const save = api.broadcasts.savePause.bind(api.broadcasts);
    Object.assign(api.broadcasts, {
      async savePause(...args: Parameters<typeof save>) {
        await spend();
        return save(...args);
      },
    });

    expect((await pause()).body.data.progress.paused_reason).toBe('budget_reached');
    expect(state().control.pausedReason).toBe('budget_reached');
  });
});

describe('resume-broadcast', () => {
  it('continues the run at once and restarts the watchdog', async (fixture) => {
    const { api, pause, resume, state, stored } = fixture;
    await pause();
    const { run: before } = state();
    api.clock.advance(DAY);
    const { status, body } = await resume();

    const at = secondsAfterNow(60 + DAY);
    expect([status, body.data.progress.paused_at, body.data.progress.paused_reason]).toEqual([
      200,
      null,
      null,
    ]);
    expect(state()).toMatchObject({
      control: { pausedAt: null, pausedReason: null, budget: BUDGET },
      run: { step: before.step + 1, due: { at, seq: before.dueSeq + 1, timer: true }, progressAt: at },
    });
    expect(stored()).toMatchObject({ state: 'in_flight', due: { at: secondsAfterNow(60 + 2 * DAY) } });
  });

  it('changes nothing if the broadcast is not paused', async ({ resume, state, stored }) => {
    const before = [stored(), state()];
    const { status } = await resume({ budget: { amount: '2' } });

    expect(status).toBe(200);
    expect([stored(), state()]).toEqual(before);
  });

  it('needs a higher budget if the budget is used up', async ({ resume, spend, state, stored }) => {
    await spend();
    const before = [stored(), state()];
    for (const json of [undefined, { budget: { amount: '1' } }]) {
      const { status, body } = await resume(json);
      expect([status, body.code]).toEqual([409, 'broadcast_budget_reached']);
      expect(body.detail).toMatch(/0\.99000 dollars.*budget\.amount/u);
    }
    expect([stored(), state()]).toEqual(before);

    const { body } = await resume({ budget: { amount: '1.5' } });
    expect(body.data).toMatchObject({
      sending: { budget: { amount: '1.50000' } },
      progress: { paused_at: null, cost: { reserved: '0.99000' } },
    });
    expect(state().control).toMatchObject({ pausedAt: null, budget: 150_000, reserved: 99_000 });
    expect(stored().sending?.budget).toBe(150_000);
  });

  it('can raise the budget after any pause, but not lower it', async ({ pause, resume, state }) => {
    await pause();
    const smaller = await resume({ budget: { amount: '0.99999' } });
    expect(smaller.body.errors).toMatchObject([{ pointer: '#/budget/amount', code: 'out_of_range' }]);
    expect(state().control.pausedReason).toBe('requested');

    expect((await resume({ budget: { amount: '1' } })).status).toBe(200);
    await pause();
    expect((await resume({ budget: { amount: '3' } })).body.data.sending.budget.amount).toBe('3.00000');
  });

  it('rejects a budget for a broadcast without one', async () => {
    const { run } = await startBroadcastApi({ sender: 'platform', sending: { platform: 'sandbox' } });
    await run('send-broadcast');
    await run('pause-broadcast');

    const { body } = await run('resume-broadcast', { json: { budget: { amount: '3' } } });
    expect(body.errors).toMatchObject([{ pointer: '#/budget/amount', code: 'out_of_range' }]);
    expect((await run('resume-broadcast')).status).toBe(200);
  });

  it.each([{ budget: null }, { budget: { amount: '1,5' } }, { budget: {} }, { other: 1 }])(
    'rejects the body %j',
    async (json, { pause, resume }) => {
      await pause();

      expect((await resume(json)).status).toBe(422);
    },
  );
});

describe.each(['pause-broadcast', 'resume-broadcast'] as const)('%s', (name) => {
  it('is only for broadcasts that the platform sends', async () => {
    const { run } = await startBroadcastApi();
    await run('send-broadcast');

    expect((await run(name)).body).toMatchObject({ status: 409, code: 'broadcast_sent_externally' });
  });

  it('returns 409 if it loses every race', async ({ api, pause, run }) => {
    if (name === 'resume-broadcast') await pause();
    const lost = () => Promise.reject(new ConcurrentUpdateError());
    Object.assign(api.broadcasts, { savePause: lost });

    expect((await run(name)).body).toMatchObject({ status: 409, code: 'concurrent_update' });
  });

  it('is only for broadcasts in flight', async ({ run }) => {
    await run('cancel-broadcast');

    expect((await run(name)).body).toMatchObject({
      status: 409,
      code: 'broadcast_state_invalid',
      state: 'cancelled',
      allowed_states: ['in_flight'],
    });
  });
});
