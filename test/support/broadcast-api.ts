import { randomUUID } from 'node:crypto';
import { createRunBroadcastHandler } from '#functions/run-broadcast/handler.ts';
import type { Broadcast } from '#shared/domain/broadcasts/broadcast.ts';
import { type DueJob, dueJobSchema, fieldsOfDue } from '#shared/domain/due/due-job.ts';
import type { Permission } from '#shared/domain/permissions.ts';
import { queueConsumer } from '#shared/messaging/queue-consumer.ts';
import { later } from './builders.ts';
import { queueEvent } from './queue-event.ts';
import { anEndpointBody, type ApiRequest, type MemoryApi, startMemoryApi } from './memory-api.ts';

type Name = Parameters<MemoryApi['call']>[0];

export const BROADCAST_PERMISSIONS: readonly Permission[] = [
  'salesbot:broadcasts:read',
  'salesbot:broadcasts:write',
  'salesbot:broadcasts:send',
  'salesbot:broadcasts:approve',
];

export const BROADCAST_EVENTS = [
  'salesbot.broadcast.sent',
  'salesbot.broadcast.completed',
  'salesbot.broadcast.failed',
] as const;

export type BroadcastApi = Awaited<ReturnType<typeof startBroadcastApi>>;

/** A body that creates a broadcast. */
export function aBroadcastBody(overrides: Readonly<Record<string, unknown>> = {}) {
  return { name: 'Spring sale', message: { type: 'text', body: 'Everything is 20 % off.' }, ...overrides };
}

/** An API with one broadcast, a draft, and what tests do to it, a minute after it was created. */
export async function startBroadcastApi(fields: Readonly<Record<string, unknown>> = {}) {
  const api = await startMemoryApi();
  const key = api.grant(BROADCAST_PERMISSIONS);
  const created = await api.call('create-broadcast', { key, json: aBroadcastBody(fields) });
  if (created.status !== 201) throw new Error(`The broadcast was not created: ${created.text}`);
  const broadcast = String(created.body.data.id);
  api.clock.advance(60);

  const consume = queueConsumer(
    dueJobSchema,
    api.log,
    createRunBroadcastHandler({
      ...api,
      newNonce: randomUUID,
      wait: async (milliseconds) => api.clock.advance(milliseconds / 1000),
    }),
    fieldsOfDue,
  );

  function stored(): Broadcast {
    const found = api.core.broadcasts.get(broadcast);
    if (!found) throw new Error('The broadcast is gone');
    return found;
  }

  /** Calls an operation on the broadcast, with every permission on broadcasts. */
  function run(name: Name, { params, ...request }: ApiRequest = {}) {
    return api.call(name, { key, ...request, params: { broadcast, ...params } });
  }

  /** The job of the current plan, as a timer or the sweep would have it. */
  function job(): DueJob {
    const { id, workspaceId, due, planSeq } = stored();
    const at = due?.at.getTime() ?? 0;
    return { resource: 'broadcast', id, workspace_id: workspaceId, seq: due?.seq ?? planSeq, due_at: at };
  }

  return {
    api,
    key,
    broadcast,
    created,
    stored,
    run,
    job,
    edit: (json: unknown, request: ApiRequest = {}) => run('update-broadcast', { json, ...request }),
    /** Schedules it this many seconds after `NOW`; a minute of them has passed already. */
    schedule: (seconds: number) =>
      run('schedule-broadcast', { json: { scheduled_at: later(seconds).toISOString() } }),
    report: (json: unknown) => run('report-broadcast', { json }),

    /** Hands messages to the consumer, all at once; gives how many come again. */
    async fire(...messages: readonly unknown[]): Promise<number> {
      const answers = await Promise.all(messages.map((message) => consume(queueEvent(message))));
      return answers.flatMap(({ batchItemFailures }) => batchItemFailures).length;
    },

    /** Names of the events recorded, oldest first. */
    events(): string[] {
      return [...api.core.events.values()].map(({ event }) => event);
    },

    /** An enabled endpoint for events of broadcasts. */
    async subscribe(channel = 'all'): Promise<string> {
      const subscriptions = BROADCAST_EVENTS.map((event) => ({ event, channel }));
      const made = await api.call('create-endpoint', { json: anEndpointBody({ subscriptions }) });
      const endpoint = String(made.body.data.id);
      await api.call('update-endpoint', { params: { endpoint }, json: { enabled: true } });
      return endpoint;
    },
  };
}
