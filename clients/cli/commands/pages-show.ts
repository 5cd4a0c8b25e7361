import { dataOf } from '#cli/api/connect.ts';
import { defineCommand } from '#cli/command/command.ts';

export const pagesShow = defineCommand({
  name: 'pages show',
  summary: 'Show a bio-link page as JSON',
  arguments: [{ name: 'page', summary: 'The ID of the page' }],
  options: {},
  examples: ['pages show 01980000-0000-7000-8000-000000000001'],
  async run({ args, screen, connect }) {
    const { client } = await connect();
    const params = { path: { page: args.page } };
    screen.json(dataOf(await client.GET('/api/v1/biolinks/pages/{page}', { params })));
  },
});
