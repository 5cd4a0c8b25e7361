import { dataOf } from '#cli/api/connect.ts';
import { ownWorkspace } from '#cli/api/own-workspace.ts';
import { wrongUsage } from '#cli/command/command-error.ts';
import { defineCommand } from '#cli/command/command.ts';
import { items, wholeNumber } from '#cli/command/parse.ts';

const MAX_ID = 999_999_999;

export const postsCreate = defineCommand({
  name: 'posts create',
  summary: 'Create a post as a draft',
  arguments: [],
  options: {
    text: { type: 'text', summary: 'The text; required', value: 'text' },
    accounts: { type: 'list', summary: 'The numbers of the accounts, separated by commas', value: 'ids' },
    at: {
      type: 'text',
      summary: 'Day and time in the time zone of the workspace',
      value: 'YYYY-MM-DDTHH:mm',
    },
  },
  examples: ['posts create --text "Three things we learned." --accounts 1,2 --at 2027-03-14T09:30'],
  async run({ options, screen, connect }) {
    if (options.text === undefined) throw wrongUsage('--text is missing.');
    const accounts = items(options.accounts).map((id) => wholeNumber('--accounts', id, 1, MAX_ID));
    const time = options.at === undefined ? {} : dateAndTime(options.at);
    const api = await connect();
    const params = { path: { workspace: await ownWorkspace(api) } };
    const versions = [{ account_id: 0, is_original: true, content: [{ body: options.text }] }];
    const body = { accounts, versions, ...time };
    const created = dataOf(await api.client.POST('/os/api/{workspace}/posts', { params, body }));
    if (options.json) return screen.json(created);
    screen.line(`The draft is ${created.data.id}.`);
    for (const { detail } of created.data.warnings) screen.note(detail);
    screen.note(
      `Publish it with: workspace-platform posts schedule ${created.data.id}${options.at === undefined ? ' --now' : ''}`,
    );
  },
});

function dateAndTime(text: string): { date: string; time: string } {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})$/u.exec(text) ?? [];
  if (date === undefined || time === undefined)
    throw wrongUsage(
      '--at must be a day and a time, such as 2027-03-14T09:30, in the time zone of the workspace.',
    );
  return { date, time };
}
