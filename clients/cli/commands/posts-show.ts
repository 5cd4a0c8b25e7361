import { dataOf } from '#cli/api/connect.ts';
import { ownWorkspace } from '#cli/api/own-workspace.ts';
import { defineCommand } from '#cli/command/command.ts';
import { paintState } from '#cli/terminal/paint-state.ts';

export const postsShow = defineCommand({
  name: 'posts show',
  summary: 'Show a post, with the warnings about it',
  arguments: [{ name: 'post', summary: 'The ID of the post' }],
  options: {},
  examples: ['posts show 01980000-0000-7000-8000-000000000001'],
  async run({ options, args, screen, connect }) {
    const api = await connect();
    const params = { path: { workspace: await ownWorkspace(api), post: args.post } };
    const shown = dataOf(await api.client.GET('/os/api/{workspace}/posts/{post}', { params }));
    if (options.json) return screen.json(shown);
    const { data } = shown;
    screen.fields({
      post: data.id,
      status: paintState(data.publishing ? 'publishing' : data.status_name),
      accounts: data.accounts.join(', '),
      date: data.date,
      time: data.time === null ? null : `${data.time} (${data.timezone})`,
      'scheduled at': data.scheduled_at,
      'published at': data.published_at,
    });
    for (const { account_id: account, content } of data.versions)
      for (const { body } of content) screen.line(account === 0 ? 'text' : `account ${account}`, body);
    for (const { detail } of data.warnings) screen.note(detail);
  },
});
