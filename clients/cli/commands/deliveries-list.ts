import { dataOf } from '#cli/api/connect.ts';
import { LIMIT_OPTION, listAll } from '#cli/api/list-all.ts';
import { defineCommand } from '#cli/command/command.ts';
import { readCatalogue, requireEventNames } from '#cli/feed/event-names.ts';
import { instantOf } from '#cli/terminal/instant.ts';
import { paintState } from '#cli/terminal/paint-state.ts';

const STATES = ['queued', 'retrying', 'held', 'succeeded', 'failed', 'cancelled'] as const;

export const deliveriesList = defineCommand({
  name: 'deliveries list',
  summary: 'List deliveries, newest first',
  arguments: [],
  options: {
    state: { type: 'text', summary: 'Only deliveries in this state', value: 'state', choices: STATES },
    endpoint: { type: 'text', summary: 'Only deliveries to this endpoint', value: 'id' },
    event: { type: 'text', summary: 'Only deliveries of this event', value: 'name' },
    since: {
      type: 'text',
      summary: 'Created at this time or later: a timestamp, or an age such as 2h',
      value: 'time',
    },
    until: { type: 'text', summary: 'Created at this time or earlier', value: 'time' },
    limit: LIMIT_OPTION,
  },
  examples: ['deliveries list --state failed', 'deliveries list --since 2h --limit 100 --json'],
  async run({ options, outside, screen, connect }) {
    const api = await connect();
    const { client } = api;
    const { endpoint } = options;
    const [event] =
      options.event === undefined ? [] : requireEventNames(await readCatalogue(api), [options.event]);
    const since = instantOf('--since', options.since, outside.now());
    const until = instantOf('--until', options.until, outside.now());
    const filters = {
      ...(options.state === undefined ? {} : { state: options.state }),
      ...(event === undefined ? {} : { event }),
      ...(since === undefined ? {} : { since }),
      ...(until === undefined ? {} : { until }),
    };
    const { data, hasMore } = await listAll(options.limit, async (page) => {
      const query = { ...filters, ...page };
      if (endpoint === undefined)
        return dataOf(await client.GET('/api/v1/workspace-webhooks/deliveries', { params: { query } }));
      const params = { path: { endpoint }, query };
      return dataOf(await client.GET('/api/v1/workspace-webhooks/{endpoint}/deliveries', { params }));
    });
    if (options.json) return screen.json({ data, has_more: hasMore });
    if (data.length === 0) return screen.note('There are no such deliveries.');
    const rows = data.map((each) => [
      each.created_at,
      paintState(each.state),
      each.reason,
      each.event,
      each.id,
      each.attempts.length,
    ]);
    screen.table(['CREATED', 'STATE', 'REASON', 'EVENT', 'DELIVERY', 'ATTEMPTS'], rows);
    if (hasMore) screen.note('There are more deliveries: use a larger --limit.');
  },
});
