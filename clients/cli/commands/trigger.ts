import { dataOf } from '#cli/api/connect.ts';
import { isRecord } from '#cli/api/problem.ts';
import { canPass, CommandError, wrongUsage } from '#cli/command/command-error.ts';
import { defineCommand } from '#cli/command/command.ts';
import { readCatalogue, requireEventNames } from '#cli/feed/event-names.ts';
import { setValues } from '#cli/feed/set-values.ts';
import { paint } from '#cli/terminal/screen.ts';

/** The members of an ingested event that a person can set. */
const ROOTS = ['data', 'channel', 'occurred_at', 'dedupe_key'];

export const trigger = defineCommand({
  name: 'trigger',
  summary: 'Ingest an event with the data of its sample',
  details:
    'A messaging event is ingested, so every endpoint with a matching subscription and every listener receives it.\n' +
    'Only the platform emits publishing events. With --endpoint, one endpoint receives the sample as a test event.',
  arguments: [{ name: 'event', summary: 'The name of the event; "events" lists all' }],
  options: {
    set: {
      type: 'list',
      summary:
        'Change a value of the sample: data.<path>, channel, occurred_at or dedupe_key; the value is JSON or a text',
      value: 'path=value',
    },
    endpoint: {
      type: 'text',
      summary: 'Send the sample as a test event; of all endpoints, only this one receives it',
      value: 'id',
    },
    'idempotency-key': {
      type: 'text',
      summary: 'The Idempotency-Key of an earlier request that got no response',
      value: 'key',
    },
  },
  examples: [
    'trigger salesbot.store.order_paid',
    'trigger salesbot.contact.created --set data.contact.name=Ada --set data.contact.tags=[]',
    'trigger publishing.post.published --endpoint 01980000-0000-7000-8000-000000000001',
  ],
  async run({ options, args, outside, screen, connect }) {
    const api = await connect();
    const { client } = api;
    const catalogue = await readCatalogue(api);
    const [event] = requireEventNames(catalogue, [args.event]);
    const entry = catalogue.find((each) => each.event === event);
    if (!event || !entry) return;
    const key = options['idempotency-key'] ?? outside.uuid();
    const header = { 'Idempotency-Key': key };

    if (options.endpoint !== undefined) {
      if (options.set.length > 0)
        throw wrongUsage('--set has no effect with --endpoint: a test event is always the sample.');
      const params = { path: { endpoint: options.endpoint }, header };
      const path = '/api/v1/workspace-webhooks/{endpoint}/test';
      const sent = await orRepeat(key, async () =>
        dataOf(await client.POST(path, { params, body: { event } })),
      );
      if (options.json) screen.json(sent);
      else screen.line(paint('green', 'Test event'), event, sent.data.event_id, `delivery ${sent.data.id}`);
      return;
    }
    if (!isIngestible(event))
      throw wrongUsage(
        `Only the platform emits ${event} (${entry.description}). To send its sample as a test event, run: ` +
          `workspace-platform trigger ${event} --endpoint <id>`,
      );
    const { data: sample } = entry.sample;
    const body = setValues({ data: isRecord(sample) ? sample : {} }, options.set, ROOTS);
    const ingest = async () =>
      dataOf(
        await client.POST('/api/v1/salesbot/events', {
          params: { header },
          // Only the API knows whether the values of --set fit the event; it names each that does not.
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion
          body: { ...body, event } as never,
        }),
      );
    const ingested = await orRepeat(key, ingest);
    if (options.json) return screen.json(ingested);
    screen.line(paint('green', 'Event'), event, ingested.data.id);
    screen.note(
      `${ingested.data.matched_endpoints} endpoints receive it. "listen" and "tail" receive it, too.`,
    );
  },
});

function isIngestible(event: string): boolean {
  return event.startsWith('salesbot.');
}

/** Without a response, nobody knows whether the event was recorded; the same key makes a repetition harmless. */
async function orRepeat<T>(key: string, request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (!canPass(error)) throw error;
    const { exitCode, message, status } = error;
    throw new CommandError(
      exitCode,
      `${message}\nTo try again without recording the event twice, add --idempotency-key ${key}`,
      status === undefined ? {} : { status },
    );
  }
}
