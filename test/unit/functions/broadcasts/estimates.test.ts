import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readyEstimate } from '#shared/broadcasts/domain/broadcast-estimate.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { startBroadcastApi } from '#test/support/fixtures/broadcasts/broadcast-api.ts';

const SANDBOX = { sender: 'platform', sending: { platform: 'sandbox' }, audience: {} };
const UNKNOWN = {
  recipients: null,
  skipped: { opted_out: null, contact_unreachable: null },
  parts: null,
  price: { amount: null },
  seconds: null,
  counted_at: null,
};

async function aWorld(fields: Readonly<Record<string, unknown>> = SANDBOX) {
  const fixture = await startBroadcastApi(fields);
  const { api, broadcast } = fixture;
  const stored = () => api.core.broadcastEstimates.get(broadcast) ?? expect.fail('No estimate');

  function count(): void {
    const counts = { recipients: 7, optedOut: 2, unreachable: 1, parts: 14, price: 7000 };
    api.core.broadcastEstimates.set(
      broadcast,
      readyEstimate({ ...stored(), counts }, 2, secondsAfterNow(70)),
    );
  }

  return { ...fixture, estimate: stored, count };
}

describe('estimate-broadcast', () => {
  it('starts to count', async () => {
    const { run, broadcast, estimate, stored } = await aWorld();
    const { revision } = stored();
    const { status, body } = await run('estimate-broadcast');

    expect(status).toBe(202);
    expect(body.data).toEqual({
      broadcast_id: broadcast,
      state: 'counting',
      is_current: true,
      requested_at: secondsAfterNow(60).toISOString(),
      ...UNKNOWN,
    });
    expect(estimate().due).toMatchObject({ at: secondsAfterNow(60), timer: true });
    expect(stored().revision).toBe(revision);
  });

  it('starts again while another estimate is counted, and after it', async () => {
    const { api, run, estimate, count } = await aWorld();
    await run('estimate-broadcast');
    const first = estimate();
    api.clock.advance(5);
    await run('estimate-broadcast');
    const second = estimate();
    count();
    await run('estimate-broadcast');

    expect([first, second, estimate()].map(({ state, dueSeq }) => [state, dueSeq])).toEqual([
      ['counting', 1],
      ['counting', 2],
      ['counting', 4],
    ]);
    expect(second.requestedAt).toEqual(secondsAfterNow(65));
  });

  it('rejects a broadcast that an engine sends, and an unknown one', async () => {
    const { run } = await aWorld({});

    expect((await run('estimate-broadcast')).body).toMatchObject({
      status: 409,
      code: 'broadcast_sent_externally',
    });
    const params = { broadcast: randomUUID() };
    expect((await run('estimate-broadcast', { params })).body.code).toBe('broadcast_not_found');
  });
});

describe('get-estimate', () => {
  it('returns the numbers once they are known', async () => {
    const { run, broadcast, count } = await aWorld();
    await run('estimate-broadcast');
    expect((await run('get-estimate')).body.data).toMatchObject({ state: 'counting', ...UNKNOWN });
    count();

    expect((await run('get-estimate')).body.data).toEqual({
      broadcast_id: broadcast,
      state: 'ready',
      is_current: true,
      recipients: 7,
      skipped: { opted_out: 2, contact_unreachable: 1 },
      parts: 14,
      price: { amount: '0.07000' },
      seconds: 4,
      requested_at: secondsAfterNow(60).toISOString(),
      counted_at: secondsAfterNow(70).toISOString(),
    });
  });

  it('says whether the broadcast was edited since', async () => {
    const { run, edit, count } = await aWorld();
    await run('estimate-broadcast');
    count();
    await edit({ name: 'Another name' });
    expect((await run('get-estimate')).body.data.is_current).toBe(true);
    await edit({ audience: { stage: 'lead' } });

    expect((await run('get-estimate')).body.data).toMatchObject({ is_current: false, recipients: 7 });
    expect((await run('estimate-broadcast')).body.data).toMatchObject({ is_current: true, recipients: null });
  });

  it('returns 404 before a request, and 7 days after it', async () => {
    const { api, run } = await aWorld();
    expect((await run('get-estimate')).body).toMatchObject({ status: 404, code: 'estimate_not_found' });
    await run('estimate-broadcast');
    api.clock.advance(7 * 86_400 - 1);
    expect((await run('get-estimate')).status).toBe(200);
    api.clock.advance(1);

    expect((await run('get-estimate')).body.code).toBe('estimate_not_found');
  });

  it('returns 404 for a broadcast that an engine sends, and for an unknown one', async () => {
    const { run } = await aWorld({});

    expect((await run('get-estimate')).body.code).toBe('estimate_not_found');
    const params = { broadcast: randomUUID() };
    expect((await run('get-estimate', { params })).body.code).toBe('broadcast_not_found');
  });

  it('finds nothing of a deleted broadcast', async () => {
    const { api, run, broadcast } = await aWorld();
    await run('estimate-broadcast');
    expect((await run('delete-broadcast')).status).toBe(204);

    expect(api.core.broadcastEstimates.has(broadcast)).toBe(false);
  });
});
