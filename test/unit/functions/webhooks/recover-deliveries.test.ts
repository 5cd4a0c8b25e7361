import { describe, expect } from 'vitest';
import { newId } from '#shared/platform/runtime/ids.ts';
import { aContext, secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { deliveriesOf } from '#test/support/builders/webhooks/delivery-builders.ts';
import { anEdit } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { it, ASKED, idsOf, startRecoveryFixture } from '#test/support/fixtures/webhooks/recovery-fixture.ts';

describe('recover-deliveries', () => {
  it('resends each failed delivery once, and ends', async () => {
    const { failed, recovery, recover, resends, stored } = await startRecoveryFixture();
    await recover();

    expect(await resends()).toEqual(idsOf(failed));
    expect(await stored()).toMatchObject({
      ...recovery,
      state: 'completed',
      resent: 3,
      cursor: failed.at(-1)?.id,
      finishedAt: ASKED,
    });
  });

  it('resends each as a manual resend would: queued now, with the current settings, linked to the first delivery', async () => {
    const { fixture, failed, recovery, recover, endpoint } = await startRecoveryFixture({ failures: 1 });
    await recover();

    const [original] = failed;
    const linked = await fixture.deliveries.find(deliveriesOf(endpoint.id), original?.id ?? '');
    const id = linked?.lastResendId ?? '';
    expect(linked).toMatchObject({ state: 'failed', resendCount: 1 });
    expect(await fixture.deliveries.find(deliveriesOf(endpoint.id), id)).toMatchObject({
      state: 'queued',
      resendOf: original?.id,
      createdAt: recovery.createdAt,
      settingsVersion: endpoint.settingsVersion,
      payloadExpiresAt: original?.payloadExpiresAt,
    });
    expect(await fixture.dispatchOfDelivery(id)).toMatchObject({
      job: { attempt: 1, body: null, recordedAt: NOW.getTime(), supersedes: [original?.id] },
    });
  });

  it('changes nothing when its message is received again after the end', async () => {
    const { recover, resends, stored } = await startRecoveryFixture();
    await recover();
    const before = await stored();
    await recover();

    expect(await resends()).toHaveLength(3);
    expect(await stored()).toEqual(before);
  });

  it('skips what another recovery has resent', async ({ fixture, recovery, recover, resends, job }) => {
    await recover();
    const second = {
      ...recovery,
      id: newId(ASKED),
      createdAt: secondsAfterNow(3700),
      until: secondsAfterNow(3700),
    };
    await fixture.recoveries.create(second, aContext());
    await recover({ ...job, recoveryId: second.id });

    expect(await resends()).toHaveLength(3);
    expect(await fixture.recoveries.find(job.endpointId, second.id)).toMatchObject({
      state: 'completed',
      resent: 0,
    });
  });

  it('ignores a recovery that no longer exists', async ({ fixture, recover, resends, queue }) => {
    fixture.core.recoveries.clear();
    await recover();

    expect(await resends()).toEqual([]);
    expect(queue.sent).toEqual([]);
  });

  it('logs ids and counts, no payload', async ({ log, recover, recovery }) => {
    await recover();

    expect(log.lines).toMatchObject([
      { code: 'RECOVERY_STEP', fields: { recovery_id: recovery.id, resent: 3 } },
      { code: 'RECOVERY_ENDED', fields: { recovery_id: recovery.id, resent: 3 } },
    ]);
  });
});

describe('recover-deliveries, with much to do', () => {
  it('processes five steps for one message and then sends itself the next one', async () => {
    const { recover, resends, queue, job, stored } = await startRecoveryFixture({ failures: 620 });
    await recover();

    expect(await resends()).toHaveLength(500);
    expect(queue.sent).toEqual([job]);
    expect(await stored()).toMatchObject({ state: 'running', resent: 500, finishedAt: null });
  });

  it.each([
    [400, 1],
    [401, 2],
    [500, 2],
    [620, 2],
    [1200, 3],
  ])('sends all of %i in %i messages', async (failures, messages) => {
    const { drain, failed, resends, stored } = await startRecoveryFixture({ failures });

    expect(await drain()).toBe(messages);
    expect(await resends()).toEqual(idsOf(failed));
    expect(await stored()).toMatchObject({ state: 'completed', resent: failures });
  });
});

describe('recover-deliveries, up to the time of its request', () => {
  it('skips its own resends, which are in that range', async () => {
    const { drain, failed, resends, stored } = await startRecoveryFixture({ failures: 620, until: ASKED });
    await drain();

    expect(await resends()).toEqual(idsOf(failed));
    expect(await stored()).toMatchObject({ state: 'completed', resent: 620 });
  });
});

describe('recover-deliveries, for an endpoint', () => {
  it.each([
    ['is paused', { enabled: false }, 'endpoint_paused'],
    ['is suspended', { suspendedReason: 'responsible_admin_inactive' }, 'endpoint_suspended'],
    [
      'is suspended and paused',
      { enabled: false, suspendedReason: 'responsible_admin_inactive' },
      'endpoint_suspended',
    ],
  ])('that %s stops at once, with the reason', async (_, endpoint, reason) => {
    const { recover, resends, stored } = await startRecoveryFixture({ endpoint });
    await recover();

    expect(await resends()).toEqual([]);
    expect(await stored()).toMatchObject({ state: 'stopped', reason, resent: 0, finishedAt: ASKED });
  });

  it('that is deleted stops at once', async ({ fixture, endpoint, recover, resends, stored }) => {
    await fixture.endpoints.remove(endpoint, aContext());
    await recover();

    expect(await resends()).toEqual([]);
    expect(await stored()).toMatchObject({ state: 'stopped', reason: 'endpoint_deleted' });
  });

  it('that is paused during the recovery stops with its progress, and does not start again', async () => {
    const { fixture, endpoint, recover, drain, resends, stored } = await startRecoveryFixture({
      failures: 620,
    });
    await recover();
    const paused = anEdit(endpoint, { enabled: false });
    await fixture.endpoints.save(endpoint, paused, aContext());
    await drain();
    expect(await resends()).toHaveLength(500);
    expect(await stored()).toMatchObject({ state: 'stopped', reason: 'endpoint_paused', resent: 500 });

    await fixture.endpoints.save(paused.endpoint, anEdit(paused.endpoint, { enabled: true }), aContext());
    await recover();
    expect(await resends()).toHaveLength(500);
  });

  it('that is edited during the recovery continues with the new settings from the next step', async () => {
    const { fixture, endpoint, drain, resends } = await startRecoveryFixture({ failures: 250 });
    const edit = anEdit(endpoint, { url: 'https://other.example.com/' });
    const { advance } = fixture.recoveries;
    let steps = 0;
    const editing: typeof advance = async (...step) => {
      steps += 1;
      if (steps === 1) await fixture.endpoints.save(endpoint, edit, aContext());
      return advance(...step);
    };
    Object.assign(fixture.recoveries, { advance: editing });
    expect(await drain()).toBe(2);

    const all = await fixture.deliveries.list(deliveriesOf(endpoint.id), { order: 'desc', limit: 600 });
    const versions = all
      .filter(({ resendOf }) => resendOf !== null)
      .map(({ settingsVersion }) => settingsVersion);
    expect(versions.filter((version) => version === edit.endpoint.settingsVersion)).toHaveLength(150);
    expect(await resends()).toHaveLength(250);
  });
});
