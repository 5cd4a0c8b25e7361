import { dataOf } from '#cli/api/connect.ts';
import { defineCommand } from '#cli/command/command.ts';
import { paintState } from '#cli/terminal/paint-state.ts';

export const endpointsEnable = switchCommand('enable', 'Deliver events to an endpoint from now on');
export const endpointsPause = switchCommand('pause', 'Pause an endpoint and cancel its pending deliveries');

/** A command that switches the deliveries of an endpoint on or off. */
function switchCommand(verb: 'enable' | 'pause', summary: string) {
  return defineCommand({
    name: `endpoints ${verb}`,
    summary,
    arguments: [{ name: 'endpoint', summary: 'The ID of the endpoint' }],
    options: {},
    examples: [`endpoints ${verb} 01980000-0000-7000-8000-000000000001`],
    async run({ options, args, screen, connect }) {
      const { client } = await connect();
      const params = { path: { endpoint: args.endpoint } };
      const path = `/api/v1/workspace-webhooks/{endpoint}/${verb}` as const;
      const changed = dataOf(await client.POST(path, { params, body: {} }));
      if (options.json) return screen.json(changed);
      screen.line(changed.data.name, paintState(changed.data.state));
      for (const { detail } of changed.warnings) screen.note(detail);
    },
  });
}
