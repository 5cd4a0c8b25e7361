import { dataOf } from '#cli/api/connect.ts';
import { defineCommand } from '#cli/command/command.ts';
import { showEndpoint } from '#cli/terminal/show-endpoint.ts';

export const endpointsShow = defineCommand({
  name: 'endpoints show',
  summary: 'Show a webhook endpoint',
  arguments: [{ name: 'endpoint', summary: 'The ID of the endpoint' }],
  options: {},
  examples: ['endpoints show 01980000-0000-7000-8000-000000000001'],
  async run({ options, args, screen, connect }) {
    const { client } = await connect();
    const params = { path: { endpoint: args.endpoint } };
    const shown = dataOf(await client.GET('/api/v1/workspace-webhooks/{endpoint}', { params }));
    if (options.json) return screen.json(shown);
    showEndpoint(screen, shown.data);
  },
});
