import { describe, expect } from 'vitest';
import { it } from '#test/support/fixtures/broadcasts/broadcast-api.ts';

describe('delete-broadcast', () => {
  it('deletes a draft once', async ({ api, run }) => {
    expect(await run('delete-broadcast')).toMatchObject({ status: 204, text: undefined });
    expect((await run('get-broadcast')).status).toBe(404);
    expect((await run('delete-broadcast')).status).toBe(404);
    expect(api.core.broadcasts.size).toBe(0);
  });

  it('deletes one that has ended, but not one in flight', async ({ api, run, report, stored }) => {
    await run('send-broadcast');
    expect((await run('delete-broadcast')).body).toMatchObject({
      code: 'broadcast_state_invalid',
      state: 'in_flight',
      allowed_states: ['draft', 'finished', 'cancelled', 'failed'],
    });
    await report({ outcome: 'completed' });
    expect(stored().state).toBe('finished');

    expect((await run('delete-broadcast')).status).toBe(204);
    expect(api.core.broadcasts.size).toBe(0);
  });

  it('deletes a cancelled one', async ({ api, run, schedule }) => {
    await schedule(3600);
    await run('cancel-broadcast');

    expect((await run('delete-broadcast')).status).toBe(204);
    expect(api.core.broadcasts.size).toBe(0);
  });

  it('rejects a scheduled broadcast', async ({ run, schedule, stored }) => {
    await schedule(3600);

    expect(await run('delete-broadcast')).toMatchObject({
      status: 409,
      body: {
        code: 'broadcast_state_invalid',
        state: 'scheduled',
        allowed_states: ['draft', 'finished', 'cancelled', 'failed'],
      },
    });
    expect(stored().state).toBe('scheduled');
  });

  it('loses to a start that is written first, and returns the error', async ({ api, run, stored }) => {
    const remove = api.broadcasts.remove.bind(api.broadcasts);
    Object.assign(api.broadcasts, {
      async remove(...args: Parameters<typeof remove>) {
        Object.assign(api.broadcasts, { remove });
        await run('send-broadcast');
        return remove(...args);
      },
    });

    expect((await run('delete-broadcast')).body.code).toBe('broadcast_state_invalid');
    expect(stored().state).toBe('in_flight');
  });
});
