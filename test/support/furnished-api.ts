import * as v from 'valibot';
import { OPERATIONS } from '#functions/registry.ts';
import { PERMISSIONS } from '#shared/domain/permissions.ts';
import type { Known } from './any-request.ts';
import { aContext, aRecovery } from './builders.ts';
import { startEndpointApi } from './endpoint-api.ts';
import { bytesOf } from './media-files.ts';
import { BOTH_PRODUCTS, type MemoryApi } from './memory-api.ts';

/** Operations that make what a path can name, by the name of its variable. */
const MAKING = {
  page: 'create-page',
  block: 'create-block',
  broadcast: 'create-broadcast',
  domain: 'create-domain',
  pixel: 'create-pixel',
  member: 'create-member',
  key: 'create-api-key',
  account: 'connect-account',
  tag: 'create-tag',
  media: 'create-media',
  post: 'create-post',
} as const;

/** Members that nothing else of the kind may have: what an example says has to stay free. */
const OWN = {
  page: { slug: 'prepared' },
  domain: { host: 'prepared.example.com' },
  member: { email: 'prepared@example.com' },
} as const;

/** What can be named in a path: by its UUID, if it has a number for posts. */
const made = v.object({ data: v.union([v.object({ uuid: v.string() }), v.object({ id: v.string() })]) });

/**
 * An API with one of everything: an enabled endpoint, a delivery of it that failed, a recovery, and what `MAKING` makes. The first
 * of the known keys may do everything.
 */
export async function startFurnishedApi(): Promise<{ readonly api: MemoryApi; readonly known: Known }> {
  const { api, endpoint, deliverIngested } = await startEndpointApi();
  const delivery = await deliverIngested();
  const recovery = aRecovery({ endpointId: endpoint });
  await api.recoveries.create(recovery, aContext());
  const weak = [api.grant([]), api.grant(['salesbot:webhooks:subscribe']), 'pat_x', 'wlk_x', 'wsk_x'];
  const other = api.grant(BOTH_PRODUCTS, { workspaceId: '01980000-0000-7000-8000-0000000000ff' });
  const params: Record<string, string> = { endpoint, delivery: delivery.id, recovery: recovery.id };
  const strong = api.grant(PERMISSIONS);
  for (const [name, operation] of Object.entries(MAKING)) {
    const example: object = Object(OPERATIONS.find((known) => known.name === operation)?.examples[0]?.body);
    const json = { ...example, ...(name in OWN ? OWN[name as keyof typeof OWN] : {}) };
    const answer = await api.call(operation, { key: strong, params, json });
    const { data } = v.parse(made, answer.body);
    params[name] = 'uuid' in data ? data.uuid : data.id;
    if (name === 'media') api.files.upload(answer.body.upload, bytesOf('image/png', answer.body.data.size));
  }
  return { api, known: { keys: [strong, api.defaultKey, other, ...weak], params } };
}
