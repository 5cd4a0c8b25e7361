import * as v from 'valibot';
import { RECIPIENT_STATUSES } from '#shared/broadcasts/domain/recipient-machine.ts';

const createdSchema = v.object({ data: v.object({ id: v.string() }) });
const counts = v.object(v.entriesFromList(RECIPIENT_STATUSES, v.number()));
const shownSchema = v.object({
  data: v.object({
    state: v.string(),
    recipients: v.nullable(v.number()),
    sent: v.nullable(v.number()),
    failed: v.nullable(v.number()),
    progress: v.nullable(v.object({ counts })),
  }),
});

export type ShownBroadcast = v.InferOutput<typeof shownSchema>['data'];

/** Broadcasts over HTTP, like any client. */
export function createBroadcastClient({
  baseUrl,
  apiKey,
}: {
  readonly baseUrl: string;
  readonly apiKey: string;
}) {
  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${baseUrl}/api/v1/broadcasts${path}`, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  }

  return {
    /** Creates a broadcast to the contacts with a tag, and sends it. Returns its id. */
    async send(tag: string, sending: object): Promise<string> {
      const message = { type: 'text', body: 'We are open again.' };
      const audience = { tags: { any: [tag] } };
      const body = { name: 'Slow test', message, sender: 'platform', sending, audience };
      const { id } = v.parse(createdSchema, await call('POST', '', body)).data;
      await call('POST', `/${id}/send`);
      return id;
    },

    async show(id: string): Promise<ShownBroadcast> {
      return v.parse(shownSchema, await call('GET', `/${id}`)).data;
    },
  };
}
