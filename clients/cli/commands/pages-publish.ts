import { setPageStatus } from '#cli/api/set-page-status.ts';
import { defineCommand } from '#cli/command/command.ts';
import { paintState } from '#cli/terminal/paint-state.ts';

export const pagesPublish = defineCommand({
  name: 'pages publish',
  summary: 'Publish a bio-link page',
  arguments: [{ name: 'page', summary: 'The ID of the page' }],
  options: {},
  examples: ['pages publish 01980000-0000-7000-8000-000000000001'],
  async run({ options, args, screen, connect }) {
    const changed = await setPageStatus(await connect(), args.page, 'active');
    if (options.json) return screen.json(changed);
    screen.line(changed.data.title, paintState(changed.data.status));
  },
});
