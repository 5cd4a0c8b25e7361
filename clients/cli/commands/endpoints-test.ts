import { dataOf } from '#cli/api/connect.ts';
import { defineCommand } from '#cli/command/command.ts';
import { readCatalogue, requireEventNames } from '#cli/feed/event-names.ts';

export const endpointsTest = defineCommand({
  name: 'endpoints test',
  summary: 'Send a test event to an endpoint',
  arguments: [{ name: 'endpoint', summary: 'The ID of the endpoint' }],
  options: {
    event: {
      type: 'text',
      summary: 'The event whose sample is sent (the first subscription)',
      value: 'name',
    },
  },
  examples: ['endpoints test 01980000-0000-7000-8000-000000000001'],
  async run({ options, args, screen, connect }) {
    const api = await connect();
    const params = { path: { endpoint: args.endpoint } };
    const [event] =
      options.event === undefined ? [] : requireEventNames(await readCatalogue(api), [options.event]);
    const body = event === undefined ? {} : { event };
    const sent = dataOf(
      await api.client.POST('/api/v1/workspace-webhooks/{endpoint}/test', { params, body }),
    );
    if (options.json) return screen.json(sent);
    screen.line(`The test event ${sent.data.event} is on its way as delivery ${sent.data.id}.`);
    screen.note(`See workspace-platform deliveries show ${sent.data.id} --endpoint ${args.endpoint}`);
  },
});
