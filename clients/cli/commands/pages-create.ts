import { dataOf } from '#cli/api/connect.ts';
import { wrongUsage } from '#cli/command/command-error.ts';
import { defineCommand } from '#cli/command/command.ts';

export const pagesCreate = defineCommand({
  name: 'pages create',
  summary: 'Create a bio-link page as a draft',
  arguments: [],
  options: {
    title: { type: 'text', summary: 'The title; required', value: 'text' },
    slug: { type: 'text', summary: 'The part of the URL after the host; required', value: 'text' },
  },
  examples: ['pages create --title "Ada Lovelace" --slug ada'],
  async run({ options, screen, connect }) {
    const { title, slug } = options;
    if (title === undefined || slug === undefined) throw wrongUsage('--title and --slug are required.');
    const { client } = await connect();
    const created = dataOf(await client.POST('/api/v1/biolinks/pages', { body: { title, slug } }));
    if (options.json) return screen.json(created);
    screen.line(`The draft is ${created.data.id}.`);
    for (const { detail } of created.warnings) screen.note(detail);
    screen.note(`Publish it with: workspace-platform pages publish ${created.data.id}`);
  },
});
