import type { components } from '#clients/typescript/schema.d.ts';
import { bodyOf } from '#console/session/problem.ts';
import type { Session } from '#console/session/session.ts';

export type Endpoint = components['schemas']['Endpoint'];
export type Delivery = components['schemas']['Delivery'];

/** The most endpoints that a workspace can have. */
const ALL = 100;

/** All endpoints that the key can see. */
export async function readEndpoints({ api }: Session): Promise<readonly Endpoint[]> {
  return (await bodyOf(api.GET('/api/v1/workspace-webhooks', { params: { query: { limit: ALL } } }))).data;
}

/** Whether the key can see endpoints at all. */
export function mayManageEndpoints({ me }: Session): boolean {
  return me.key.permissions.some((permission) => permission.endsWith(':webhooks:subscribe'));
}

/** The path of the API for an endpoint. */
export function endpointPath(endpoint: string): string {
  return `/api/v1/workspace-webhooks/${encodeURIComponent(endpoint)}`;
}
