import { describe, expect, it } from 'vitest';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { startBroadcastApi } from '#test/support/fixtures/broadcasts/broadcast-api.ts';

const NEEDED = { requires_approval: true };

describe('approve-broadcast', () => {
  it('records the member of the key as the approver, even if that member is the author', async () => {
    const { api, run, events } = await startBroadcastApi(NEEDED);
    const { status, body } = await run('approve-broadcast');

    expect([status, events()]).toEqual([200, []]);
    expect(body.data).toMatchObject({
      state: 'draft',
      approval: { by: api.admin.id, at: secondsAfterNow(60).toISOString(), content_changed_since: false },
    });
  });

  it('changes nothing while the approval covers the current content', async () => {
    const { api, run } = await startBroadcastApi(NEEDED);
    const first = await run('approve-broadcast');
    api.clock.advance(60);

    expect((await run('approve-broadcast')).body).toEqual(first.body);
  });

  it('approves changed content again', async () => {
    const { api, edit, run } = await startBroadcastApi(NEEDED);
    await run('approve-broadcast');
    await edit({ name: 'n' });
    api.clock.advance(60);

    expect((await run('approve-broadcast')).body.data.approval).toMatchObject({
      at: secondsAfterNow(120).toISOString(),
      content_changed_since: false,
    });
  });

  it('approves the revision that the caller read, if the caller sends one', async () => {
    const { edit, run, stored } = await startBroadcastApi(NEEDED);
    await edit({ name: 'n' });

    expect((await run('approve-broadcast', { headers: { 'if-match': '"1"' } })).status).toBe(412);
    expect(stored().approval).toBeNull();
  });

  it('keeps a scheduled broadcast scheduled', async () => {
    const { run, schedule, stored } = await startBroadcastApi(NEEDED);
    await schedule(3600);

    expect((await run('approve-broadcast')).body.data.state).toBe('scheduled');
    expect(stored().due).toMatchObject({ seq: 1 });
  });
});

describe('revoke-approval', () => {
  it('revokes the approval and keeps a scheduled broadcast scheduled', async () => {
    const { run, schedule, stored } = await startBroadcastApi(NEEDED);
    await schedule(3600);
    await run('approve-broadcast');
    const { due } = stored();

    expect((await run('revoke-approval')).body.data).toMatchObject({ state: 'scheduled', approval: null });
    expect(stored().due).toEqual(due);
  });

  it('changes nothing without an approval', async () => {
    const { created, run } = await startBroadcastApi(NEEDED);

    expect(await run('revoke-approval')).toMatchObject({ status: 200, body: created.body });
  });
});

describe.each(['approve-broadcast', 'revoke-approval'] as const)('%s, errors', (operation) => {
  it('is rejected if no approval is required', async () => {
    const { run, stored } = await startBroadcastApi();

    expect(await run(operation)).toMatchObject({ status: 409, body: { code: 'approval_not_required' } });
    expect(stored().revision).toBe(1);
  });

  it('is rejected for a broadcast in flight', async () => {
    const { edit, run } = await startBroadcastApi(NEEDED);
    await edit({ requires_approval: false });
    await run('send-broadcast');

    expect(await run(operation)).toMatchObject({
      status: 409,
      body: { code: 'broadcast_not_editable', state: 'in_flight', editable_states: ['draft', 'scheduled'] },
    });
  });
});
