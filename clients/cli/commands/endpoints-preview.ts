import { dataOf } from '#cli/api/connect.ts';
import { EXIT, wrongUsage } from '#cli/command/command-error.ts';
import { defineCommand } from '#cli/command/command.ts';
import { readCatalogue } from '#cli/feed/event-names.ts';
import { FILTER_OPTIONS, readFilters, withFilters } from '#cli/feed/filters.ts';
import { namingSubscriptions } from '#cli/feed/name-subscriptions.ts';
import { REQUEST_HEADER_OPTIONS, requestHeadersOf } from '#cli/feed/request-headers.ts';
import { EVENTS_OPTION, subscriptionsOf } from '#cli/feed/subscriptions.ts';
import { filterEffect } from '#cli/terminal/filter-effect.ts';
import { paint } from '#cli/terminal/screen.ts';

export const endpointsPreview = defineCommand({
  name: 'endpoints preview',
  summary: 'Check whether the platform reaches a URL, without sending anything',
  details: 'With a filter, the result says how many of the newest 500 events match the filter.',
  arguments: [],
  options: {
    url: { type: 'text', summary: 'The public https URL; required', value: 'url' },
    events: EVENTS_OPTION,
    ...FILTER_OPTIONS,
    ...REQUEST_HEADER_OPTIONS,
    asymmetric: { type: 'flag', summary: 'Sign the sample deliveries with a temporary key pair as well' },
  },
  examples: [
    'endpoints preview --url https://hooks.example.com/orders --events salesbot.store.order_paid ' +
      `--filter 'salesbot.store.order_paid={"order.total":{"$gte":"100"}}'`,
  ],
  async run({ options, outside, screen, connect }) {
    const { url } = options;
    if (url === undefined) throw wrongUsage('--url is missing.');
    const headers = await requestHeadersOf(outside, options);
    const filters = await readFilters(outside, options);
    const api = await connect();
    const subscriptions = withFilters(subscriptionsOf(await readCatalogue(api), options.events), filters);
    const path = '/api/v1/workspace-webhooks/preview';
    const asymmetric = options.asymmetric ? { asymmetric_signatures: true } : {};
    const body = { url, subscriptions, ...headers, ...asymmetric };
    const result = await api.client.POST(path, { body });
    const preview = dataOf(namingSubscriptions(result, subscriptions));
    const { reachable, protocol, address, error } = preview.data.target;
    if (options.json) screen.json(preview);
    else
      screen.fields({
        reachable: reachable ? paint('green', 'yes') : paint('red', 'no'),
        protocol,
        address,
        error,
        deliveries: preview.data.deliveries.length,
        'public key': preview.data.public_key,
        'filter effect': filterEffect(preview.data.filter_effect),
      });
    return reachable ? EXIT.ok : EXIT.rejected;
  },
});
