import { dataOf } from '#cli/api/connect.ts';
import { ownWorkspace } from '#cli/api/own-workspace.ts';
import { defineCommand } from '#cli/command/command.ts';

export const postsSchedule = defineCommand({
  name: 'posts schedule',
  summary: 'Publish a post at its date and time, or now',
  arguments: [{ name: 'post', summary: 'The ID of the post' }],
  options: { now: { type: 'flag', summary: 'Publish it now, regardless of its date and time' } },
  examples: ['posts schedule 01980000-0000-7000-8000-000000000001 --now'],
  async run({ options, args, screen, connect }) {
    const api = await connect();
    const params = { path: { workspace: await ownWorkspace(api), post: args.post } };
    const body = { postNow: options.now };
    const scheduled = dataOf(
      await api.client.POST('/os/api/{workspace}/posts/{post}/schedule', { params, body }),
    );
    if (options.json) return screen.json(scheduled);
    screen.line(
      options.now ? 'The post is being published.' : `The post is scheduled for ${scheduled.scheduled_at}.`,
    );
  },
});
