import { describe, expect, it } from 'vitest';
import { admit } from '#shared/webhooks/domain/admit.ts';
import { toTombstone } from '#shared/webhooks/domain/delete-endpoint.ts';
import { HEALTHY } from '#shared/webhooks/domain/endpoint-health.ts';
import type { DeliveryTarget } from '#shared/webhooks/domain/endpoint.ts';
import { aJob } from '#test/support/builders/webhooks/delivery-builders.ts';
import { anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';

const JOB = aJob({ settingsVersion: 5 });

function aTarget(overrides: Partial<DeliveryTarget> = {}): DeliveryTarget {
  return {
    ...anEndpoint({ enabled: true, settingsVersion: 5 }),
    deleted: false,
    health: HEALTHY,
    ...overrides,
  };
}

describe('admit', () => {
  it('sends to an enabled endpoint of the same settings', () => {
    const target = aTarget();

    expect(admit(JOB, target)).toEqual({ kind: 'send', target });
  });

  it.each([
    ['is not found', undefined],
    ['was read as it was before', aTarget({ settingsVersion: 4 })],
    ['was read as it was before, paused', aTarget({ settingsVersion: 4, enabled: false })],
    ['was read as it was before, suspended', aTarget({ settingsVersion: 4, suspendedReason: 'x' })],
  ])('concludes nothing when the endpoint %s', (_, target) => {
    expect(admit(JOB, target)).toEqual({ kind: 'retry-later' });
  });

  it.each([
    ['was deleted', aTarget({ settingsVersion: 6, deleted: true }), 'endpoint_deleted'],
    ['was deleted while paused', aTarget({ enabled: false, deleted: true }), 'endpoint_deleted'],
    ['was paused', aTarget({ settingsVersion: 6, enabled: false }), 'endpoint_paused'],
    ['is paused at the same settings', aTarget({ enabled: false }), 'endpoint_paused'],
    ['was edited', aTarget({ settingsVersion: 6 }), 'endpoint_edited'],
    ['was paused and enabled again', aTarget({ settingsVersion: 7 }), 'endpoint_edited'],
    [
      'was edited and then suspended',
      aTarget({ settingsVersion: 6, suspendedReason: 'x' }),
      'endpoint_edited',
    ],
    ['was paused while suspended', aTarget({ enabled: false, suspendedReason: 'x' }), 'endpoint_paused'],
  ])('cancels when the endpoint %s', (_, target, reason) => {
    expect(admit(JOB, target)).toEqual({ kind: 'cancel', reason });
  });

  it('holds while the endpoint is suspended', () => {
    expect(admit(JOB, aTarget({ suspendedReason: 'responsible_admin_inactive' }))).toEqual({
      kind: 'hold',
      reason: 'endpoint_suspended',
    });
  });

  it('cancels what is queued for a deleted endpoint by the item that its deletion leaves', () => {
    const endpoint = anEndpoint({ enabled: true, settingsVersion: 5 });

    expect(admit(JOB, toTombstone(endpoint))).toEqual({ kind: 'cancel', reason: 'endpoint_deleted' });
    expect(toTombstone(endpoint)).toMatchObject({ url: '', secrets: { current: '', previous: null } });
  });
});
