import { dataOf } from '#cli/api/connect.ts';
import { LIMIT_OPTION, listAll } from '#cli/api/list-all.ts';
import { defineCommand } from '#cli/command/command.ts';
import { paintState } from '#cli/terminal/paint-state.ts';

export const endpointsList = defineCommand({
  name: 'endpoints list',
  summary: 'List the webhook endpoints',
  arguments: [],
  options: {
    failing: { type: 'flag', summary: 'Only endpoints whose last attempt failed' },
    limit: LIMIT_OPTION,
  },
  examples: ['endpoints list --failing'],
  async run({ options, screen, connect }) {
    const { client } = await connect();
    const filter = options.failing ? ({ failing: 'true' } as const) : {};
    const { data, hasMore } = await listAll(options.limit, async (page) =>
      dataOf(await client.GET('/api/v1/workspace-webhooks', { params: { query: { ...filter, ...page } } })),
    );
    if (options.json) return screen.json({ data, has_more: hasMore });
    if (data.length === 0) return screen.note('There are no such endpoints.');
    const rows = data.map((each) => [
      each.id,
      paintState(each.state),
      each.name,
      each.url,
      each.stats.last_failure_at,
    ]);
    screen.table(['ENDPOINT', 'STATE', 'NAME', 'URL', 'LAST FAILURE'], rows);
  },
});
