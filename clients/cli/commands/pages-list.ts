import { dataOf } from '#cli/api/connect.ts';
import { LIMIT_OPTION, listAll } from '#cli/api/list-all.ts';
import { defineCommand } from '#cli/command/command.ts';
import { paintState } from '#cli/terminal/paint-state.ts';

export const pagesList = defineCommand({
  name: 'pages list',
  summary: 'List bio-link pages, newest first',
  arguments: [],
  options: { limit: LIMIT_OPTION },
  examples: ['pages list'],
  async run({ options, screen, connect }) {
    const { client } = await connect();
    const { data, hasMore } = await listAll(options.limit, async (query) =>
      dataOf(await client.GET('/api/v1/biolinks/pages', { params: { query } })),
    );
    if (options.json) return screen.json({ data, has_more: hasMore });
    if (data.length === 0) return screen.note('There are no pages.');
    const rows = data.map((each) => [each.id, paintState(each.status), each.title, each.slug]);
    screen.table(['PAGE', 'STATUS', 'TITLE', 'SLUG'], rows);
  },
});
