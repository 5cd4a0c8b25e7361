import { dataOf } from '#cli/api/connect.ts';
import { LIMIT_OPTION, listAll } from '#cli/api/list-all.ts';
import { ownWorkspace } from '#cli/api/own-workspace.ts';
import { defineCommand } from '#cli/command/command.ts';
import { cutText } from '#cli/terminal/cut-text.ts';
import { paintState } from '#cli/terminal/paint-state.ts';

const STATUSES = ['draft', 'scheduled', 'published', 'failed', 'trash'] as const;
/** Characters of a text in the list. */
const EXCERPT = 60;

export const postsList = defineCommand({
  name: 'posts list',
  summary: 'List posts, newest first',
  arguments: [],
  options: {
    status: { type: 'text', summary: 'Only posts with this status', value: 'status', choices: STATUSES },
    limit: LIMIT_OPTION,
  },
  examples: ['posts list --status scheduled'],
  async run({ options, screen, connect }) {
    const api = await connect();
    const workspace = await ownWorkspace(api);
    const filter = options.status === undefined ? {} : { status: options.status };
    const { data, hasMore } = await listAll(options.limit, async (page) => {
      const params = { path: { workspace }, query: { ...filter, ...page } };
      return dataOf(await api.client.GET('/os/api/{workspace}/posts', { params }));
    });
    if (options.json) return screen.json({ data, has_more: hasMore });
    if (data.length === 0) return screen.note('There are no such posts.');
    const rows = data.map(({ id, publishing, status_name: name, scheduled_at: at, versions: [first] }) => {
      const body = first?.content[0]?.body;
      return [id, paintState(publishing ? 'publishing' : name), at, body && cutText(body, EXCERPT)];
    });
    screen.table(['POST', 'STATUS', 'SCHEDULED AT', 'TEXT'], rows);
  },
});
