import { describe, expect, it } from 'vitest';
import { newId } from '#shared/platform/runtime/ids.ts';
import { planResend, resendJob } from '#shared/webhooks/domain/plan-resend.ts';
import { aContext, NOW } from '#test/support/builders/platform/command-builders.ts';
import { deliveriesOf } from '#test/support/builders/webhooks/delivery-builders.ts';
import { anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { ASKED, idsOf, startRecoveryFixture } from '#test/support/fixtures/webhooks/recovery-fixture.ts';

describe('recover-deliveries, after a crash', () => {
  it.each([0, 1, 57, 99, 100, 130])('after %i resends sends each exactly once', async (made) => {
    const { fixture, failed, recover, resends, stored } = await startRecoveryFixture({ failures: 150 });
    const { requestResend } = fixture.requests;
    let left = made;
    const crashing: typeof requestResend = (...request) => {
      left -= 1;
      return left < 0 ? Promise.reject(new Error('Crash')) : requestResend(...request);
    };
    Object.assign(fixture.requests, { requestResend: crashing });
    await expect(recover()).rejects.toThrow('Crash');
    expect(await resends()).toHaveLength(made);

    Object.assign(fixture.requests, { requestResend });
    await recover();
    expect(await resends()).toEqual(idsOf(failed));
    const counts = (
      await fixture.deliveries.list(deliveriesOf(failed[0]?.endpointId ?? ''), { order: 'asc', limit: 150 })
    ).map(({ resendCount }) => resendCount);
    expect(new Set(counts)).toEqual(new Set([1]));
    expect(await stored()).toMatchObject({ state: 'completed', resent: 150 });
  });

  it('between the resends of a step and its record sends each exactly once, and counts all', async () => {
    const { fixture, failed, recover, resends, stored } = await startRecoveryFixture({ failures: 150 });
    const { advance } = fixture.recoveries;
    Object.assign(fixture.recoveries, { advance: () => Promise.reject(new Error('Crash')) });
    await expect(recover()).rejects.toThrow('Crash');
    Object.assign(fixture.recoveries, { advance });
    await recover();

    expect(await resends()).toEqual(idsOf(failed));
    expect(await stored()).toMatchObject({ state: 'completed', resent: 150 });
  });

  it('before its next message is sent continues with the current message', async () => {
    const { failed, queue, recover, drain, resends, stored } = await startRecoveryFixture({ failures: 620 });
    queue.breakDown();
    await expect(recover()).rejects.toThrow('down');
    queue.repair();
    await drain();

    expect(await resends()).toEqual(idsOf(failed));
    expect(await stored()).toMatchObject({ state: 'completed', resent: 620 });
  });

  it('sends each exactly once when two runs process one message', async () => {
    const { failed, recover, resends, stored } = await startRecoveryFixture({ failures: 150 });
    await Promise.allSettled([recover(), recover()]);
    await recover();

    expect(await resends()).toEqual(idsOf(failed));
    expect(await stored()).toMatchObject({ state: 'completed', resent: 150 });
  });
});

describe('recover-deliveries, with concurrent activity', () => {
  it('does not resend what a person resends at the same time, and does not count it', async () => {
    const { fixture, failed, recover, resends, stored } = await startRecoveryFixture();
    const [first] = failed;
    if (!first) throw new Error('Nothing failed');
    const { requestResend } = fixture.requests;
    const byHand = planResend(first, anEndpoint(), newId(ASKED), ASKED);
    const racing: typeof requestResend = async (...request) => {
      Object.assign(fixture.requests, { requestResend });
      await requestResend(byHand, first, resendJob(byHand, first), aContext());
      return requestResend(...request);
    };
    Object.assign(fixture.requests, { requestResend: racing });
    await recover();

    expect(await resends()).toEqual(idsOf(failed));
    expect(await stored()).toMatchObject({ state: 'completed', resent: 2 });
    expect(await fixture.deliveries.find(deliveriesOf(first.endpointId), first.id)).toMatchObject({
      resendCount: 1,
    });
  });

  it('counts what it sent before a crash even if it has been delivered since', async () => {
    const { fixture, failed, recover, resends, stored, clock } = await startRecoveryFixture();
    const { advance } = fixture.recoveries;
    Object.assign(fixture.recoveries, { advance: () => Promise.reject(new Error('Crash')) });
    await expect(recover()).rejects.toThrow('Crash');
    for (const { endpointId, id } of failed) {
      const resendId = (await fixture.deliveries.find(deliveriesOf(endpointId), id))?.lastResendId ?? '';
      await fixture.deliveries.supersede({ endpointId, shard: 0, id }, resendId, clock());
    }
    Object.assign(fixture.recoveries, { advance });
    await recover();

    expect(await resends()).toHaveLength(3);
    expect(await stored()).toMatchObject({ state: 'completed', resent: 3 });
  });

  it('skips what was delivered by an earlier resend, even if a later one failed', async () => {
    const { fixture, failed, recover, resends, clock } = await startRecoveryFixture({ failures: 2 });
    const [delivered] = failed;
    if (!delivered) throw new Error('Nothing failed');
    await fixture.deliveries.supersede(delivered, newId(NOW), clock());
    await recover();

    expect(await resends()).toEqual([failed[1]?.id]);
  });
});
