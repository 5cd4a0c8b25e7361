import * as v from 'valibot';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import type { ExampleStep } from './example-step.ts';

const BROADCASTS = '/api/v1/broadcasts';

/** The broadcasts of the example that the platform sends in the sandbox, which reaches nobody. */
const EXAMPLE_BROADCASTS = [
  { name: 'Workshop on Saturday', body: 'Our workshop is open on Saturday.', outcome: 'sent' },
  { name: 'Gift cards', body: 'Gift cards are here.', outcome: 'scheduled' },
] as const;

const SCHEDULED_AFTER_MS = 2 * DAY_MS;

const listSchema = v.object({
  data: v.array(v.object({ id: v.string(), name: v.string(), state: v.string() })),
});
const createdSchema = v.object({ data: v.object({ id: v.string() }) });

/** Sends one broadcast to the readers of the newsletter, and schedules the next one. */
export const BROADCAST_STEPS: readonly ExampleStep[] = EXAMPLE_BROADCASTS.map(
  ({ name, body, outcome }): ExampleStep =>
    async ({ api }) => {
      const { data } = v.parse(listSchema, await api.send('GET', BROADCASTS));
      const known = data.find((each) => each.name === name);
      const fields = {
        name,
        message: { type: 'text', body },
        sender: 'platform',
        // One event for each message would fill the event log.
        sending: { platform: 'sandbox', message_events: 'none' },
        audience: { tags: { any: ['newsletter'] } },
      };
      const id = known?.id ?? v.parse(createdSchema, await api.send('POST', BROADCASTS, fields)).data.id;
      if (known && known.state !== 'draft') return;
      const scheduledAt = new Date(Date.now() + SCHEDULED_AFTER_MS).toISOString();
      await (outcome === 'sent'
        ? api.send('POST', `${BROADCASTS}/${id}/send`)
        : api.send('POST', `${BROADCASTS}/${id}/schedule`, { scheduled_at: scheduledAt }));
    },
);
