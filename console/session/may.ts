import type { Identity, Session } from './session.ts';

export type Permission = Identity['key']['permissions'][number];

/** Each of these permissions allows reading endpoints, deliveries, events and the catalogue. */
export const SUBSCRIBE = ['publishing:webhooks:subscribe', 'salesbot:webhooks:subscribe'] as const;

/** Whether the key has one of the permissions. A control for something that the key may not do is not shown. */
export function may({ me }: Session, ...permissions: readonly Permission[]): boolean {
  return permissions.some((permission) => me.key.permissions.includes(permission));
}

/** Whether the key has all of the permissions. */
export function mayAll({ me }: Session, ...permissions: readonly Permission[]): boolean {
  return permissions.every((permission) => me.key.permissions.includes(permission));
}
