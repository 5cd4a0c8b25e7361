import { describe, expect, it } from 'vitest';
import { startBroadcastApi } from '#test/support/fixtures/broadcasts/broadcast-api.ts';

describe('delete-broadcast', () => {
  it('deletes a draft once', async () => {
    const { api, run } = await startBroadcastApi();

    expect(await run('delete-broadcast')).toMatchObject({ status: 204, text: undefined });
    expect((await run('get-broadcast')).status).toBe(404);
    expect((await run('delete-broadcast')).status).toBe(404);
    expect(api.core.broadcasts.size).toBe(0);
  });

  it('rejects a broadcast that is not a draft', async () => {
    const { run, schedule, stored } = await startBroadcastApi();
    await schedule(3600);

    expect(await run('delete-broadcast')).toMatchObject({
      status: 409,
      body: { code: 'broadcast_state_invalid', state: 'scheduled', allowed_states: ['draft'] },
    });
    expect(stored().state).toBe('scheduled');
  });

  it('loses to a start that is written first, and returns the error', async () => {
    const { api, run, stored } = await startBroadcastApi();
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
