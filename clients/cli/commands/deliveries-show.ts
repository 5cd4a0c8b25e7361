import { dataOf } from '#cli/api/connect.ts';
import { ENDPOINT_OPTION, endpointOf } from '#cli/api/find-delivery.ts';
import { defineCommand } from '#cli/command/command.ts';
import { paintState } from '#cli/terminal/paint-state.ts';
import { safeJson } from '#cli/terminal/safe-text.ts';

export const deliveriesShow = defineCommand({
  name: 'deliveries show',
  summary: 'Explain a delivery: why it is in its state, its attempts, and what happens next',
  arguments: [{ name: 'delivery', summary: 'The ID of the delivery, as in X-Webhook-Delivery' }],
  options: { endpoint: ENDPOINT_OPTION },
  examples: ['deliveries show 0199a0b4-6d3c-8c11-9d20-5b7f3a9c1e42'],
  async run({ options, args, screen, connect }) {
    const api = await connect();
    const endpoint = await endpointOf(api, args.delivery, options.endpoint);
    const params = { path: { endpoint, delivery: args.delivery } };
    const path = '/api/v1/workspace-webhooks/{endpoint}/deliveries/{delivery}';
    const { data } = dataOf(await api.client.GET(path, { params }));
    if (options.json) return screen.json({ data });
    screen.fields({
      delivery: data.id,
      event: `${data.event} (${data.event_id})`,
      endpoint: data.endpoint_id,
      state: paintState(data.state),
      reason: data.reason,
      why: data.explanation.why,
      next: data.explanation.next,
      'next attempt': data.next_attempt_at,
      created: data.created_at,
      finished: data.finished_at,
      'resend of': data.resend_of,
      resends: data.resend_count === 0 ? null : data.resend_count,
      payload: data.payload ? safeJson(data.payload) : null,
    });
    if (data.attempts.length === 0) return screen.note('No attempt has ended yet.');
    screen.line('');
    const rows = data.attempts.map((each) => [
      each.number,
      each.started_at,
      each.status_code,
      `${each.duration_ms} ms`,
      each.outcome,
      each.error,
      'response_text' in each ? each.response_text : null,
    ]);
    screen.table(['#', 'STARTED', 'STATUS', 'DURATION', 'OUTCOME', 'ERROR', 'RESPONSE'], rows);
  },
});
