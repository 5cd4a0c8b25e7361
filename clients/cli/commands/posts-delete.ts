import { dataOf } from '#cli/api/connect.ts';
import { ownWorkspace } from '#cli/api/own-workspace.ts';
import { defineCommand } from '#cli/command/command.ts';
import { confirm, YES_OPTION } from '#cli/terminal/confirm.ts';

export const postsDelete = defineCommand({
  name: 'posts delete',
  summary: 'Delete a post, or move it to the trash',
  arguments: [{ name: 'post', summary: 'The ID of the post' }],
  options: { trash: { type: 'flag', summary: 'Move it to the trash' }, yes: YES_OPTION },
  examples: ['posts delete 01980000-0000-7000-8000-000000000001 --trash'],
  async run({ options, args, outside, screen, connect }) {
    const api = await connect();
    // A post in the trash can be restored.
    if (!options.trash) await confirm(outside, 'Delete the post permanently?', options.yes);
    const query = options.trash ? ({ trash: 'true' } as const) : {};
    const params = { path: { workspace: await ownWorkspace(api), post: args.post }, query };
    const deleted = dataOf(await api.client.DELETE('/os/api/{workspace}/posts/{post}', { params }));
    if (options.json) return screen.json(deleted);
    screen.line(options.trash ? 'Moved to the trash.' : 'Deleted.');
  },
});
