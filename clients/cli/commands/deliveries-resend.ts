import { dataOf } from '#cli/api/connect.ts';
import { ENDPOINT_OPTION, endpointOf } from '#cli/api/find-delivery.ts';
import { defineCommand } from '#cli/command/command.ts';

export const deliveriesResend = defineCommand({
  name: 'deliveries resend',
  summary: 'Send the event of a delivery again, as a new delivery',
  arguments: [{ name: 'delivery', summary: 'The ID of the delivery' }],
  options: { endpoint: ENDPOINT_OPTION },
  examples: ['deliveries resend 0199a0b4-6d3c-8c11-9d20-5b7f3a9c1e42'],
  async run({ options, args, screen, connect }) {
    const api = await connect();
    const endpoint = await endpointOf(api, args.delivery, options.endpoint);
    const params = { path: { endpoint, delivery: args.delivery } };
    const path = '/api/v1/workspace-webhooks/{endpoint}/deliveries/{delivery}/resend';
    const resent = dataOf(await api.client.POST(path, { params, body: {} }));
    if (options.json) return screen.json(resent);
    screen.line(`The new delivery is ${resent.data.id}.`);
    screen.note(`See workspace-platform deliveries show ${resent.data.id} --endpoint ${endpoint}`);
  },
});
