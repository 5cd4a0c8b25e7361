import { type Api, dataOf } from '#cli/api/connect.ts';
import { EXIT, CommandError, wrongUsage } from '#cli/command/command-error.ts';
import { defineCommand } from '#cli/command/command.ts';
import { changedSubscriptions, hasOtherSettings } from '#cli/feed/changed-subscriptions.ts';
import { readCatalogue } from '#cli/feed/event-names.ts';
import { FILTER_OPTIONS, readFilters } from '#cli/feed/filters.ts';
import { namingSubscriptions } from '#cli/feed/name-subscriptions.ts';
import { REQUEST_HEADER_OPTIONS, requestHeadersOf } from '#cli/feed/request-headers.ts';
import { EVENTS_OPTION } from '#cli/feed/subscriptions.ts';
import { confirm, YES_OPTION } from '#cli/terminal/confirm.ts';
import { showEndpoint } from '#cli/terminal/show-endpoint.ts';

const PATH = '/api/v1/workspace-webhooks/{endpoint}';

export const endpointsUpdate = defineCommand({
  name: 'endpoints update',
  summary: 'Change a webhook endpoint',
  details:
    'Settings without an option keep their values. A change of the URL, the subscriptions or a filter cancels the pending deliveries of the\n' +
    'endpoint, so the command asks for confirmation. If someone else changes the endpoint at the same time, the command changes nothing.',
  arguments: [{ name: 'endpoint', summary: 'The ID of the endpoint' }],
  options: {
    name: { type: 'text', summary: 'The name', value: 'text' },
    description: { type: 'text', summary: 'A description; an empty one removes it', value: 'text' },
    url: { type: 'text', summary: 'The public https URL', value: 'url' },
    events: {
      ...EVENTS_OPTION,
      summary:
        'All events to subscribe to, separated by commas, each optionally with a channel; stored subscriptions keep their filters',
    },
    ...FILTER_OPTIONS,
    'remove-filter': {
      type: 'list',
      summary: 'Remove the filter of this subscription',
      value: 'event[:channel]',
    },
    ...REQUEST_HEADER_OPTIONS,
    'remove-request-headers': { type: 'flag', summary: 'Remove all request headers' },
    asymmetric: { type: 'flag', summary: 'Sign deliveries with a key pair as well' },
    'no-asymmetric': { type: 'flag', summary: 'Stop signing with the key pair, and delete it' },
    yes: YES_OPTION,
  },
  examples: [
    'endpoints update 01980000-0000-7000-8000-000000000001 --name Orders',
    'endpoints update 01980000-0000-7000-8000-000000000001 ' +
      `--filter 'salesbot.store.order_paid={"order.total":{"$gte":"100"}}' --yes`,
  ],
  async run({ options, args, outside, screen, connect }) {
    const { name, description, url, events, asymmetric, 'remove-filter': removed } = options;
    if (asymmetric && options['no-asymmetric'])
      throw wrongUsage('Use --asymmetric or --no-asymmetric, not both.');
    const { headers } = await requestHeadersOf(outside, options);
    if (headers && options['remove-request-headers'])
      throw wrongUsage(
        'Use --remove-request-headers or new request headers, not both. New request headers replace all.',
      );
    const filters = await readFilters(outside, options);
    const changesList = events.length + filters.length + removed.length > 0;
    const isSigned = asymmetric ? true : options['no-asymmetric'] ? false : undefined;
    const fields = {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(url === undefined ? {} : { url }),
      ...(headers ? { headers } : options['remove-request-headers'] ? { headers: null } : {}),
      ...(isSigned === undefined ? {} : { asymmetric_signatures: isSigned }),
    };
    if (!changesList && Object.keys(fields).length === 0)
      throw wrongUsage('Nothing to change. See workspace-platform endpoints update --help.');

    const api = await connect();
    const { endpoint: before, revision } = await readEndpoint(api, args.endpoint);
    const subscriptions = changesList
      ? changedSubscriptions(before.subscriptions, await readCatalogue(api), { events, filters, removed })
      : undefined;
    // The pause has already cancelled all pending deliveries.
    const hasPending = before.state !== 'paused';
    const after = { url: url ?? before.url, subscriptions: subscriptions ?? before.subscriptions };
    const cancels = hasPending && hasOtherSettings(before, after);
    const consequences = [
      ...(cancels ? ['cancel its pending deliveries'] : []),
      ...(isSigned === false && before.asymmetric_signatures ? ['delete its key pair'] : []),
    ];
    if (consequences.length > 0)
      await confirm(outside, `Change the endpoint, and ${consequences.join(' and ')}?`, options.yes);

    const params = { path: { endpoint: args.endpoint }, header: { 'If-Match': revision } };
    const body = { ...fields, ...(subscriptions ? { subscriptions } : {}) };
    const result = await api.client.PATCH(PATH, { params, body });
    const changed = dataOf(namingSubscriptions(result, after.subscriptions));
    if (options.json) screen.json(changed);
    else showEndpoint(screen, changed.data);
    for (const { detail } of changed.warnings) screen.note(detail);
    if (!hasPending || !hasOtherSettings(before, changed.data)) return;
    screen.note('The pending deliveries are cancelled. To send them with the new settings, run:');
    screen.note(`workspace-platform recover ${args.endpoint} --states cancelled --since 2h`);
  },
});

/** The endpoint and its `ETag`. The change is based on the `ETag`, so that it never overwrites a concurrent edit. */
async function readEndpoint({ client }: Api, id: string) {
  const result = await client.GET(PATH, { params: { path: { endpoint: id } } });
  const endpoint = dataOf(result).data;
  const revision = result.response.headers.get('etag');
  if (revision === null) throw new CommandError(EXIT.rejected, 'The response of the API has no ETag.');
  return { endpoint, revision };
}
