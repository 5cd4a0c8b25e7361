import * as v from 'valibot';
import { type AgentTool, defineTool } from './agent-tool.ts';
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
      'Lists the webhook endpoints whose latest deliveries failed, or all endpoints with `all: true`. Each has its state, the number of ' +
      'consecutive failures, and the times of the last success and the last failure.',
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
    description: 'Sends the event of a delivery to its endpoint again, as a new delivery.',
    effect: 'sends',
    operations: ['getDelivery', 'resendDelivery'],
    input: v.strictObject({ endpoint, delivery }),
    async preview(input, api) {
      const { body } = await api.call('getDelivery', { parameters: input });
      const { data } = v.parse(stateOf, body);
      return {
        effect: 'The endpoint receives the event of this delivery once more.',
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
      'Sends the failed and cancelled deliveries of a time range to an endpoint again. Without `confirm`, only counts them. Repair the ' +
      'receiver first.',
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
        effect: `The endpoint receives ${atLeast}${counted(data.matched, 'delivery', 'deliveries')} again.`,
      };
    },
    run: async ({ endpoint: of, ...body }, api, idempotencyKey) =>
      (await api.call('recoverEndpoint', { parameters: { endpoint: of }, body, idempotencyKey })).body,
  }),
  defineTool({
    name: 'preview_endpoint',
    title: 'Would a webhook URL work?',
    description:
      'Checks a URL before an endpoint is created: whether it is public and reachable over TLS, and which request it would receive for each ' +
      'event. Nothing is sent to the URL.',
    effect: 'reads',
    operations: ['previewEndpoint'],
    input: v.strictObject({
      url: text('The https URL of the receiver', 2000),
      events: v.pipe(
        v.array(text('Name of an event, such as publishing.post.published')),
        v.minLength(1),
        v.maxLength(10),
        v.description('Events to subscribe to'),
      ),
    }),
    async run({ url, events }, api) {
      const subscriptions = events.map((event) => ({ event }));
      const { body } = await api.call('previewEndpoint', { body: { url, subscriptions } });
      // The response also has the secret of the sample, which no model needs.
      return v.parse(v.object({ data: v.unknown() }), body);
    },
  }),
  defineTool({
    name: 'enable_endpoint',
    title: 'Enable a webhook endpoint',
    description: 'Delivers events to a paused endpoint from now on.',
    effect: 'sends',
    operations: ['getEndpoint', 'enableEndpoint'],
    input: v.strictObject({ endpoint }),
    async preview(input, api) {
      const { body } = await api.call('getEndpoint', { parameters: input });
      const { data } = v.parse(named, body);
      return {
        effect: 'The endpoint receives the events that it subscribes to from now on.',
        shown: body,
        state: `${data.state} ${data.updated_at}`,
      };
    },
    run: async (input, api, idempotencyKey) =>
      (await api.call('enableEndpoint', { parameters: input, body: {}, idempotencyKey })).body,
  }),
  defineTool({
    name: 'send_test_event',
    title: 'Send a test event',
    description: 'Sends the sample of a subscribed event to an endpoint. The payload has `test: true`.',
    effect: 'sends',
    operations: ['getEndpoint', 'sendTestEvent'],
    input: v.strictObject({
      endpoint,
      event: v.optional(text('Name of a subscribed event; by default the first one')),
    }),
    async preview({ endpoint: of }, api) {
      const { body } = await api.call('getEndpoint', { parameters: { endpoint: of } });
      return {
        effect: 'The endpoint receives one test event.',
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
      'Lists the events of the workspace, newest first, with the number of endpoints that each was delivered to.',
    effect: 'reads',
    operations: ['listEvents'],
    input: v.strictObject({
      event: v.optional(text('Only events with this name')),
      contact_id: v.optional(text('Only events of this contact')),
      matched: v.optional(v.pipe(v.boolean(), v.description('false: only events that no endpoint received'))),
      since: v.optional(instant('Only events at this time or later')),
      until: v.optional(instant('Only events at this time or earlier')),
      ...page,
    }),
    run: async (input, api) => (await api.call('listEvents', { parameters: present(input) })).body,
  }),
  defineTool({
    name: 'what_happened_to_event',
    title: 'What happened to an event?',
    description: 'Returns an event with its payload and its deliveries to each endpoint, including resends.',
    effect: 'reads',
    operations: ['getEvent'],
    input: v.strictObject({ event: id('ID of the event') }),
    run: async (input, api) => (await api.call('getEvent', { parameters: input })).body,
  }),
];
