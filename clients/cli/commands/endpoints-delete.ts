import { requireOk } from '#cli/api/connect.ts';
import { defineCommand } from '#cli/command/command.ts';
import { confirm, YES_OPTION } from '#cli/terminal/confirm.ts';

export const endpointsDelete = defineCommand({
  name: 'endpoints delete',
  summary: 'Delete an endpoint, its queued deliveries and its delivery history',
  arguments: [{ name: 'endpoint', summary: 'The ID of the endpoint' }],
  options: { yes: YES_OPTION },
  examples: ['endpoints delete 01980000-0000-7000-8000-000000000001 --yes'],
  async run({ options, args, outside, screen, connect }) {
    const { client } = await connect();
    await confirm(outside, 'Delete the endpoint, its queued deliveries and their history?', options.yes);
    const params = { path: { endpoint: args.endpoint } };
    requireOk(await client.DELETE('/api/v1/workspace-webhooks/{endpoint}', { params }));
    if (options.json) return screen.json({ id: args.endpoint, deleted: true });
    screen.line('Deleted.');
  },
});
