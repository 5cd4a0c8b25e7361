import { defineMachine } from '#shared/platform/core/state-machine.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * The life of a webhook endpoint (specification, Webhook endpoint states; G79, G101, R16). An orphaned one is paused and
 * nobody with access answers for it; it is shown as paused.
 */
export const ENDPOINT_MACHINE = defineMachine({
  name: 'Endpoint',
  states: ['paused', 'enabled', 'suspended', 'orphaned', 'deleted'],
  initial: 'paused',
  final: ['deleted'],
  triggers: {
    edit: {
      paused: [{ to: 'paused' }],
      enabled: [
        { to: 'enabled' },
        { refuse: 'admin_required', when: 'a product is added that its admin has no access to' },
      ],
      suspended: [{ to: 'suspended' }],
      orphaned: [{ to: 'orphaned' }],
      deleted: [{ refuse: 'endpoint_not_found' }],
    },
    enable: {
      paused: [
        { to: 'enabled', when: 'its admin has access' },
        { refuse: 'admin_required', when: 'nobody with access answers for it' },
      ],
      enabled: [{ to: 'enabled' }],
      suspended: [{ to: 'suspended' }],
      orphaned: [
        { to: 'suspended', when: 'its admin has access again, which resumes nothing' },
        { refuse: 'admin_required', when: 'its admin has not' },
      ],
      deleted: [{ refuse: 'endpoint_not_found' }],
    },
    pause: {
      paused: [{ to: 'paused' }],
      enabled: [{ to: 'paused' }],
      suspended: [{ to: 'orphaned' }],
      orphaned: [{ to: 'orphaned' }],
      deleted: [{ refuse: 'endpoint_not_found' }],
    },
    'admin leaves': {
      paused: [{ to: 'orphaned' }],
      enabled: [{ to: 'suspended' }],
      suspended: [{ to: 'suspended' }],
      orphaned: [{ to: 'orphaned' }],
      deleted: [{ to: 'deleted' }],
    },
    'take over': {
      paused: [{ to: 'paused' }],
      enabled: [{ to: 'enabled' }],
      suspended: [{ to: 'enabled' }],
      orphaned: [{ to: 'paused' }],
      deleted: [{ refuse: 'endpoint_not_found' }],
    },
    delete: {
      paused: [{ to: 'deleted' }],
      enabled: [{ to: 'deleted' }],
      suspended: [{ to: 'deleted' }],
      orphaned: [{ to: 'deleted' }],
      deleted: [{ refuse: 'endpoint_not_found' }],
    },
    send: {
      paused: [{ refuse: 'endpoint_paused' }],
      enabled: [{ to: 'enabled' }],
      suspended: [{ refuse: 'endpoint_suspended' }],
      orphaned: [{ refuse: 'endpoint_suspended' }],
      deleted: [{ refuse: 'endpoint_not_found' }],
    },
  },
});

export type EndpointLife = (typeof ENDPOINT_MACHINE.states)[number];

/** Where an endpoint is in its life; one that is not there any more is deleted. */
export function endpointLife(
  endpoint: Pick<Endpoint, 'enabled' | 'suspendedReason'> | undefined,
): EndpointLife {
  if (endpoint === undefined) return 'deleted';
  if (endpoint.suspendedReason !== null) return endpoint.enabled ? 'suspended' : 'orphaned';
  return endpoint.enabled ? 'enabled' : 'paused';
}
