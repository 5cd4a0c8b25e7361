import { dataOf } from '#cli/api/connect.ts';
import { defineCommand } from '#cli/command/command.ts';

export const whoami = defineCommand({
  name: 'whoami',
  summary: 'Show the workspace, the member and the permissions of the key',
  arguments: [],
  options: {},
  examples: ['whoami', 'whoami --json'],
  async run({ options, screen, connect }) {
    const api = await connect();
    const { data } = dataOf(await api.client.GET('/api/v1/me'));
    if (options.json) return screen.json({ ...data, host: api.host.origin, profile: api.profile });
    const { workspace, member, key } = data;
    screen.fields({
      workspace: `${workspace.name} (${workspace.id})`,
      member: `${member.name}, ${member.role}`,
      key: key.id,
      expires: key.expires_at ?? 'never',
      host: api.host.origin,
      profile: api.profile,
      permissions: key.permissions.join(' '),
    });
  },
});
