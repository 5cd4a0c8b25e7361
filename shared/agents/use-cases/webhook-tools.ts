import * as v from 'valibot';
import { type AgentTool, defineTool, ifMatchOf } from './agent-tool.ts';
import { filteredSubscriptions, filtersField } from './filter-input.ts';
import { counted, id, instant, page, present, text } from './inputs.ts';

const endpoint = id('ID of the webhook endpoint');
const delivery = id('ID of the delivery');

const named = v.object({ data: v.object({ name: v.string(), state: v.string(), updated_at: v.string() }) });
const stateOf = v.object({ data: v.object({ state: v.string(), resend_count: v.number() }) });
const countOf = v.object({ data: v.object({ matched: v.number(), count_complete: v.boolean() }) });

/** Tools about webhook endpoints and their deliveries. */
export const WEBHOOK_TOOLS: readonly AgentTool[] = [
  defineTool({
    name: 'list_failing_endpoints',
    title: 'Which webhook endpoints fail?',
    description:
      'Lists the webhook endpoints whose last attempt failed. With `all: true`, lists all endpoints. Each has `state`, `stats.consecutive_failures`, ' +
      'and the times of the last success and failure. A subscription with a `filter` receives only the events that match it.',
    effect: 'reads',
    operations: ['listEndpoints'],
    input: v.strictObject({
      all: v.optional(v.pipe(v.boolean(), v.description('Whether to list healthy endpoints as well')), false),
      ...page,
    }),
    run: async ({ all, ...rest }, api) =>
      (await api.call('listEndpoints', { parameters: present({ ...rest, failing: all ? undefined : true }) }))
        .body,
  }),
  defineTool({
    name: 'list_deliveries',
    title: 'Which deliveries failed?',
    description:
      'Lists deliveries, newest first, with their attempts. Without `endpoint`, lists those of all endpoints.',
    effect: 'reads',
    operations: ['listDeliveries', 'listWorkspaceDeliveries'],
    input: v.strictObject({
      endpoint: v.optional(endpoint),
      state: v.optional(
        v.pipe(
          v.picklist(['queued', 'retrying', 'held', 'succeeded', 'failed', 'cancelled']),
          v.description('Only deliveries in this state'),
        ),
      ),
      event: v.optional(text('Only deliveries of events with this name, such as publishing.post.published')),
      since: v.optional(instant('Only deliveries created at this time or later')),
      until: v.optional(instant('Only deliveries created at this time or earlier')),
      ...page,
    }),
    run: async ({ endpoint: of, ...rest }, api) =>
      of === undefined
        ? (await api.call('listWorkspaceDeliveries', { parameters: present(rest) })).body
        : (await api.call('listDeliveries', { parameters: present({ ...rest, endpoint: of }) })).body,
  }),
  defineTool({
    name: 'why_did_delivery_fail',
    title: 'Why did a delivery fail?',
    description:
      'Explains the state of a delivery (`explanation.why`) and what happens next (`explanation.next`), with the status, duration and error ' +
      'of each attempt, the beginning of the response of the receiver, and the payload.',
    effect: 'reads',
    operations: ['getDelivery'],
    input: v.strictObject({ endpoint, delivery }),
    run: async (input, api) => (await api.call('getDelivery', { parameters: input })).body,
  }),
  defineTool({
    name: 'resend_delivery',
    title: 'Send a delivery again',
    description:
      'Resends a delivery: creates a new delivery with the same event ID and body, and returns it. Payloads are kept for 7 days.',
    effect: 'sends',
    operations: ['getDelivery', 'resendDelivery'],
    input: v.strictObject({ endpoint, delivery }),
    async preview(input, api) {
      const { body } = await api.call('getDelivery', { parameters: input });
      const { data } = v.parse(stateOf, body);
      return {
        effect: 'The endpoint would receive the event of this delivery again.',
        shown: body,
        state: `${data.state} ${data.resend_count}`,
      };
    },
    run: async (input, api, idempotencyKey) =>
      (await api.call('resendDelivery', { parameters: input, body: {}, idempotencyKey })).body,
  }),
  defineTool({
    name: 'recover_endpoint',
    title: 'Send what an endpoint missed',
    description:
      'Resends the failed and cancelled deliveries of a time range to an endpoint. Test events, resends, and deliveries with an open or successful ' +
      'resend are skipped. Without `confirm`, only counts the deliveries. With it, returns a recovery: read its progress with `call_operation` and ' +
      '`getRecovery`. Repair the receiver first.',
    effect: 'sends',
    operations: ['recoverEndpoint'],
    input: v.strictObject({
      endpoint,
      since: instant('Deliveries created at this time or later; payloads are kept for 7 days'),
      until: instant('Deliveries created at this time or earlier'),
    }),
    async preview({ endpoint: of, ...range }, api) {
      const body = { ...range, dry_run: true };
      const { data } = v.parse(
        countOf,
        (await api.call('recoverEndpoint', { parameters: { endpoint: of }, body })).body,
      );
      const atLeast = data.count_complete ? '' : 'at least ';
      return {
        state: String(data.matched),
        effect: `The endpoint would receive ${atLeast}${counted(data.matched, 'delivery', 'deliveries')} again.`,
      };
    },
    run: async ({ endpoint: of, ...body }, api, idempotencyKey) =>
      (await api.call('recoverEndpoint', { parameters: { endpoint: of }, body, idempotencyKey })).body,
  }),
  defineTool({
    name: 'preview_endpoint',
    title: 'Is a webhook URL reachable, and which events would a filter exclude?',
    description:
      'Resolves the host of a URL and opens a connection, but sends no HTTP request. With `confirm`, returns `target` (reachable, protocol, address, error), a sample ' +
      'request for each event, and `warnings`. With `filters`, `filter_effect` compares the filters with the newest 500 events: `events_read`, ' +
      '`events_matched`, and whether each of the newest 20 `events` matched. If `complete` is false, older events were not compared. Use it before you ' +
      'create an endpoint or change its filters.',
    effect: 'sends',
    operations: ['previewEndpoint'],
    input: v.strictObject({
      url: text('The https URL of the receiver', 2000),
      events: v.pipe(
        v.array(text('Name of an event, such as publishing.post.published')),
        v.minLength(1),
        v.maxLength(10),
        v.description('Events to subscribe to'),
      ),
      filters: v.optional(filtersField),
    }),
    async preview({ url, events, filters = [] }) {
      filteredSubscriptions(events, filters);
      return {
        // The name of a host alone can carry data to the owner of its name servers.
        effect: 'The platform would resolve the host of `url` and open a connection to it.',
        shown: { url, host: URL.parse(url)?.host ?? null },
      };
    },
    async run({ url, events, filters = [] }, api) {
      const subscriptions = filteredSubscriptions(events, filters);
      // Without an idempotency key, because a repetition asks for the state of now.
      const { body } = await api.call('previewEndpoint', { body: { url, subscriptions } });
      // The response also has the secret of the sample, which no model needs.
      return v.parse(v.object({ data: v.unknown() }), body);
    },
  }),
  defineTool({
    name: 'enable_endpoint',
    title: 'Enable a webhook endpoint',
    description:
      'Enables a paused endpoint. It receives events from now on, but not the events of the pause. A suspended endpoint needs `takeOverEndpoint`.',
    effect: 'sends',
    operations: ['getEndpoint', 'enableEndpoint'],
    input: v.strictObject({ endpoint }),
    async preview(input, api) {
      const { body, revision } = await api.call('getEndpoint', { parameters: input });
      const { data } = v.parse(named, body);
      return {
        effect: 'From now on, the endpoint would receive the events of its subscriptions.',
        shown: body,
        state: `${data.state} ${data.updated_at}`,
        ...(revision === undefined ? {} : { revision }),
      };
    },
    run: async (input, api, idempotencyKey, preview) =>
      (
        await api.call('enableEndpoint', {
          parameters: input,
          body: {},
          idempotencyKey,
          ...ifMatchOf(preview),
        })
      ).body,
  }),
  defineTool({
    name: 'send_test_event',
    title: 'Send a test event',
    description:
      'Sends a sample event with `test: true` to an enabled endpoint and returns the delivery. It is signed and retried like other deliveries.',
    effect: 'sends',
    operations: ['getEndpoint', 'sendTestEvent'],
    input: v.strictObject({
      endpoint,
      event: v.optional(text('Name of a subscribed event; by default the first one')),
    }),
    async preview({ endpoint: of }, api) {
      const { body } = await api.call('getEndpoint', { parameters: { endpoint: of } });
      return {
        effect: 'The endpoint would receive one test event.',
        shown: body,
        state: v.parse(named, body).data.state,
      };
    },
    run: async ({ endpoint: of, ...body }, api, idempotencyKey) =>
      (await api.call('sendTestEvent', { parameters: { endpoint: of }, body: present(body), idempotencyKey }))
        .body,
  }),
  defineTool({
    name: 'list_events',
    title: 'Which events happened?',
    description:
      'Lists the events of the last 14 days, newest first. `matched_endpoints` is the number of endpoints that matched each event, and ' +
      '`filtered_endpoints` the number of endpoints whose filter excluded it. A page can be empty although `has_more` is true: read on with ' +
      '`next_cursor`.',
    effect: 'reads',
    operations: ['listEvents'],
    input: v.strictObject({
      event: v.optional(text('Only events with this name')),
      contact_id: v.optional(text('Only events of this contact')),
      matched: v.optional(
        v.pipe(
          v.boolean(),
          v.description('false: only events that matched no endpoint; true: only the others'),
        ),
      ),
      filtered: v.optional(
        v.pipe(
          v.boolean(),
          v.description(
            'true: only events that the filter of at least one endpoint excluded; false: only events that no filter excluded',
          ),
        ),
      ),
      since: v.optional(instant('Only events at this time or later')),
      until: v.optional(instant('Only events at this time or earlier')),
      ...page,
    }),
    run: async (input, api) => (await api.call('listEvents', { parameters: present(input) })).body,
  }),
  defineTool({
    name: 'what_happened_to_event',
    title: 'What happened to an event?',
    description:
      'Returns an event of the last 14 days: its payload (kept for 7 days), its delivery to each matched endpoint, and the newest ten resends of ' +
      'each delivery. Says why an endpoint did not receive the event: `filtered_out` has the IDs of the endpoints whose filter excluded it. An endpoint ' +
      'that is in neither `filtered_out` nor `deliveries` was paused, did not subscribe to the event on its channel, or is not accessible with the key.',
    effect: 'reads',
    operations: ['getEvent'],
    input: v.strictObject({ event: id('ID of the event') }),
    run: async (input, api) => (await api.call('getEvent', { parameters: input })).body,
  }),
];
