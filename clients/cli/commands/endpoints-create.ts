import { dataOf } from '#cli/api/connect.ts';
import { wrongUsage } from '#cli/command/command-error.ts';
import { defineCommand } from '#cli/command/command.ts';
import { readCatalogue } from '#cli/feed/event-names.ts';
import { FILTER_OPTIONS, readFilters, withFilters } from '#cli/feed/filters.ts';
import { namingSubscriptions } from '#cli/feed/name-subscriptions.ts';
import { REQUEST_HEADER_OPTIONS, requestHeadersOf } from '#cli/feed/request-headers.ts';
import { EVENTS_OPTION, subscriptionsOf } from '#cli/feed/subscriptions.ts';
import { showEndpoint } from '#cli/terminal/show-endpoint.ts';

export const endpointsCreate = defineCommand({
  name: 'endpoints create',
  summary: 'Create a webhook endpoint, which is paused at first',
  details: 'The signing secret is shown only once.',
  arguments: [],
  options: {
    url: { type: 'text', summary: 'The public https URL; required', value: 'url' },
    events: EVENTS_OPTION,
    name: { type: 'text', summary: 'The name (the host of the URL)', value: 'text' },
    description: { type: 'text', summary: 'A description', value: 'text' },
    ...FILTER_OPTIONS,
    ...REQUEST_HEADER_OPTIONS,
    asymmetric: {
      type: 'flag',
      summary: 'Sign with a key pair as well, so that a public key verifies deliveries',
    },
    'idempotency-key': {
      type: 'text',
      summary: 'The Idempotency-Key of an earlier request that got no response',
      value: 'key',
    },
  },
  examples: [
    'endpoints create --url https://hooks.example.com/orders --events salesbot.store.order_paid',
    'endpoints create --url https://hooks.example.com/orders --events salesbot.store.order_paid ' +
      `--filter 'salesbot.store.order_paid={"order.total":{"$gte":"100"}}'`,
  ],
  async run({ options, outside, screen, connect }) {
    const { url, description } = options;
    if (url === undefined) throw wrongUsage('--url is missing.');
    const headers = await requestHeadersOf(outside, options);
    const filters = await readFilters(outside, options);
    const api = await connect();
    const subscriptions = withFilters(subscriptionsOf(await readCatalogue(api), options.events), filters);
    const body = {
      name: options.name ?? URL.parse(url)?.host ?? url,
      url,
      subscriptions,
      ...(description === undefined ? {} : { description }),
      ...headers,
      ...(options.asymmetric ? { asymmetric_signatures: true } : {}),
    };
    const header = { 'Idempotency-Key': options['idempotency-key'] ?? outside.uuid() };
    const path = '/api/v1/workspace-webhooks';
    const result = await api.client.POST(path, { params: { header }, body });
    const created = dataOf(namingSubscriptions(result, subscriptions));
    if (options.json) return screen.json(created);
    showEndpoint(screen, created.data);
    screen.line(`Signing secret, shown only now: ${created.secret}`);
    for (const { detail } of created.warnings) screen.note(detail);
    screen.note(`Start the deliveries with: workspace-platform endpoints enable ${created.data.id}`);
  },
});
