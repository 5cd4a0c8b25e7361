import { defineMachine } from '#shared/domain/state-machine.ts';

/** The life of a webhook endpoint (specification, Webhook endpoint states; G79, G101, R16). */
export const ENDPOINT_MACHINE = defineMachine({
  name: 'Endpoint',
  states: ['paused', 'enabled', 'suspended', 'deleted'],
  initial: 'paused',
  final: ['deleted'],
  triggers: {
    edit: {
      paused: [{ to: 'paused' }],
      enabled: [{ to: 'enabled' }],
      suspended: [{ to: 'suspended' }],
      deleted: [{ refuse: 'endpoint_not_found' }],
    },
    enable: {
      paused: [
        { to: 'enabled', when: 'its responsible admin is active' },
        { to: 'suspended', when: 'nobody with access answers for it' },
      ],
      enabled: [{ to: 'enabled' }],
      suspended: [{ to: 'suspended' }],
      deleted: [{ refuse: 'endpoint_not_found' }],
    },
    pause: {
      paused: [{ to: 'paused' }],
      enabled: [{ to: 'paused' }],
      suspended: [{ to: 'paused' }],
      deleted: [{ refuse: 'endpoint_not_found' }],
    },
    'admin leaves': {
      paused: [{ to: 'paused' }],
      enabled: [{ to: 'suspended' }],
      suspended: [{ to: 'suspended' }],
      deleted: [{ to: 'deleted' }],
    },
    'take over': {
      paused: [{ to: 'paused' }],
      enabled: [{ to: 'enabled' }],
      suspended: [{ to: 'enabled' }],
      deleted: [{ refuse: 'endpoint_not_found' }],
    },
    delete: {
      paused: [{ to: 'deleted' }],
      enabled: [{ to: 'deleted' }],
      suspended: [{ to: 'deleted' }],
      deleted: [{ refuse: 'endpoint_not_found' }],
    },
    send: {
      paused: [{ refuse: 'endpoint_paused' }],
      enabled: [{ to: 'enabled' }],
      suspended: [{ refuse: 'endpoint_suspended' }],
      deleted: [{ refuse: 'endpoint_not_found' }],
    },
  },
});
