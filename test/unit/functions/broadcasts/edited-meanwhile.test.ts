import { describe, expect, it } from 'vitest';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { startBroadcastApi } from '#test/support/fixtures/broadcasts/broadcast-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';

type Fixture = Awaited<ReturnType<typeof startBroadcastApi>>;

/** Another request changes the stored broadcast right before the first write of the command. */
function changeBeforeWrite({ api, stored }: Fixture, changes: Partial<Broadcast>) {
  const save = api.broadcasts.save.bind(api.broadcasts);
  let isFirst = true;
  Object.assign(api.broadcasts, {
    save: (...args: Parameters<typeof save>) => {
      const before = stored();
      if (isFirst) {
        api.core.broadcasts.set(before.id, { ...before, ...changes, revision: before.revision + 1 });
      }
      isFirst = false;
      return save(...args);
    },
  });
}

describe('a broadcast that is edited between the read and the write of a command', () => {
  const at = secondsAfterNow(3600).toISOString();

  it.each([
    ['approve-broadcast', { requires_approval: true }, {}],
    ['send-broadcast', {}, {}],
    ['schedule-broadcast', {}, { scheduled_at: at }],
  ] as const)('is not changed by %s, which returns 409', async (name, fields, json) => {
    for (const headers of [{}, { 'if-match': '*' }]) {
      const fixture = await startBroadcastApi(fields);
      changeBeforeWrite(fixture, { message: { type: 'text', body: 'Other text' } });

      expect(codeOf(await fixture.run(name, { json, headers }))).toBe('409 concurrent_update');
      expect(fixture.stored()).toMatchObject({ state: 'draft', approval: null, revision: 2 });
      expect(fixture.events()).toEqual([]);
    }
  });

  it.each<{ changes: Partial<Broadcast> }>([
    { changes: { name: 'Other' } },
    { changes: { message: { type: 'image', body: 'Everything is 20 % off.' } } },
    { changes: { channel: 'sms' } },
    { changes: { audience: '{"tag":"all"}' } },
  ])('is not approved with $changes', async ({ changes }) => {
    const fixture = await startBroadcastApi({ requires_approval: true });
    changeBeforeWrite(fixture, changes);

    expect(codeOf(await fixture.run('approve-broadcast'))).toBe('409 concurrent_update');
  });

  it('is approved if only something else changed, and the response has the approved content', async () => {
    const fixture = await startBroadcastApi({ requires_approval: true });
    changeBeforeWrite(fixture, { blockedReason: 'approval_required' });
    const { status, headers, body } = await fixture.run('approve-broadcast');

    expect([status, headers['ETag'], body.data.revision]).toEqual([200, '"3"', '3']);
    expect(body.data.message).toEqual({ type: 'text', body: 'Everything is 20 % off.' });
  });
});
