import type { NotificationCondition } from '#shared/webhooks/domain/notification.ts';

export type ExampleTarget = {
  readonly name: string;
  readonly kind: 'https' | 'slack';
  /** Path at the receiver of the local stack. */
  readonly path: string;
  readonly conditions: readonly NotificationCondition[];
};

/** Who is notified about the failing endpoints of the example. */
export const EXAMPLE_TARGETS: readonly ExampleTarget[] = [
  {
    name: 'On-call service',
    kind: 'https',
    path: '/hooks/example/on-call',
    conditions: ['first_final_failure', 'breaker_opened', 'breaker_closed'],
  },
  {
    name: 'Operations channel',
    kind: 'slack',
    path: '/hooks/example/slack',
    conditions: ['breaker_opened', 'rotation_ending'],
  },
];
