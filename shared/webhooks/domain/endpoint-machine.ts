import { defineMachine, transitionFrom } from '#shared/platform/core/state-machine.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * The state machine of a webhook endpoint (docs/specification/webhooks.md#suspended-endpoints and #enabling-and-pausing). An orphaned
 * endpoint is paused and has no responsible admin with access; the API shows it as paused.
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
        { reject: 'admin_required', when: 'the responsible admin has no access to an added product' },
      ],
      suspended: [{ to: 'suspended' }],
      orphaned: [{ to: 'orphaned' }],
      deleted: [{ reject: 'endpoint_not_found' }],
    },
    enable: {
      paused: [
        { to: 'enabled', when: 'the responsible admin has access' },
        { reject: 'admin_required', when: 'no responsible admin with access' },
      ],
      enabled: [{ to: 'enabled' }],
      suspended: [{ reject: 'endpoint_suspended' }],
      orphaned: [{ reject: 'admin_required' }],
      deleted: [{ reject: 'endpoint_not_found' }],
    },
    pause: {
      paused: [{ to: 'paused' }],
      enabled: [{ to: 'paused' }],
      suspended: [{ to: 'orphaned' }],
      orphaned: [{ to: 'orphaned' }],
      deleted: [{ reject: 'endpoint_not_found' }],
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
      deleted: [{ reject: 'endpoint_not_found' }],
    },
    delete: {
      paused: [{ to: 'deleted' }],
      enabled: [{ to: 'deleted' }],
      suspended: [{ to: 'deleted' }],
      orphaned: [{ to: 'deleted' }],
      deleted: [{ reject: 'endpoint_not_found' }],
    },
    send: {
      paused: [{ reject: 'endpoint_paused' }],
      enabled: [{ to: 'enabled' }],
      suspended: [{ reject: 'endpoint_suspended' }],
      orphaned: [{ reject: 'endpoint_suspended' }],
      deleted: [{ reject: 'endpoint_not_found' }],
    },
  },
});

/** A state of the state machine. The API shows `orphaned` as paused, and `deleted` as 404. */
export type EndpointMachineState = (typeof ENDPOINT_MACHINE.states)[number];

/** The state of an endpoint in the state machine; an endpoint that does not exist counts as deleted. */
export function endpointMachineState(
  endpoint: Pick<Endpoint, 'enabled' | 'suspendedReason'> | undefined,
): EndpointMachineState {
  if (endpoint === undefined) return 'deleted';
  if (endpoint.suspendedReason !== null) return endpoint.enabled ? 'suspended' : 'orphaned';
  return endpoint.enabled ? 'enabled' : 'paused';
}

/** A trigger of the state machine. */
export type EndpointTrigger = keyof typeof ENDPOINT_MACHINE.triggers;

/**
 * The fields that represent the state of an endpoint after triggers, as the machine decides. `reason` is the reason of a
 * suspension.
 */
export function afterTriggers(
  endpoint: Pick<Endpoint, 'enabled' | 'suspendedReason'>,
  triggers: readonly EndpointTrigger[],
  reason: Endpoint['suspendedReason'] = endpoint.suspendedReason,
): Pick<Endpoint, 'enabled' | 'suspendedReason'> {
  let state = endpointMachineState(endpoint);
  for (const trigger of triggers) state = transitionFrom(ENDPOINT_MACHINE, trigger, state).to;
  return {
    enabled: state === 'enabled' || state === 'suspended',
    suspendedReason: state === 'suspended' || state === 'orphaned' ? reason : null,
  };
}
