import { dataOf } from '#cli/api/connect.ts';
import { defineCommand } from '#cli/command/command.ts';
import { confirm, YES_OPTION } from '#cli/terminal/confirm.ts';

export const endpointsRotateSecret = defineCommand({
  name: 'endpoints rotate-secret',
  summary: 'Replace the signing secret of an endpoint',
  details: 'For 24 hours, deliveries are signed with the old secret as well, unless --immediate is given.',
  arguments: [{ name: 'endpoint', summary: 'The ID of the endpoint' }],
  options: {
    immediate: { type: 'flag', summary: 'Revoke the old secret now, because it has leaked' },
    yes: YES_OPTION,
    'idempotency-key': {
      type: 'text',
      summary: 'The Idempotency-Key of an earlier request that got no response',
      value: 'key',
    },
  },
  examples: ['endpoints rotate-secret 01980000-0000-7000-8000-000000000001 --yes'],
  async run({ options, args, outside, screen, connect }) {
    const { client } = await connect();
    const consequence = options.immediate ? 'revoke the old one now' : 'end the old one in 24 hours';
    await confirm(outside, `Create a new signing secret and ${consequence}?`, options.yes);
    const header = { 'Idempotency-Key': options['idempotency-key'] ?? outside.uuid() };
    const params = { path: { endpoint: args.endpoint }, header };
    const path = '/api/v1/workspace-webhooks/{endpoint}/rotate-secret';
    const rotated = dataOf(await client.POST(path, { params, body: { immediate: options.immediate } }));
    if (options.json) return screen.json(rotated);
    screen.line(`Signing secret, shown only now: ${rotated.secret}`);
    const until = rotated.data.secret_rotation.previous_secret_expires_at;
    screen.note(until === null ? 'The old secret is revoked.' : `The old secret is valid until ${until}.`);
  },
});
