import { setPageStatus } from '#cli/api/set-page-status.ts';
import { defineCommand } from '#cli/command/command.ts';
import { paintState } from '#cli/terminal/paint-state.ts';

export const pagesPublish = statusCommand('publish', 'active', 'Publish a bio-link page');
export const pagesUnpublish = statusCommand(
  'unpublish',
  'draft',
  'Return a bio-link page to a draft, which visitors cannot see',
);
export const pagesArchive = statusCommand('archive', 'archived', 'Archive a bio-link page');

/** A command that gives a page another status. */
function statusCommand(verb: string, status: Parameters<typeof setPageStatus>[2], summary: string) {
  return defineCommand({
    name: `pages ${verb}`,
    summary,
    arguments: [{ name: 'page', summary: 'The ID of the page' }],
    options: {},
    examples: [`pages ${verb} 01980000-0000-7000-8000-000000000001`],
    async run({ options, args, screen, connect }) {
      const changed = await setPageStatus(await connect(), args.page, status);
      if (options.json) return screen.json(changed);
      screen.line(changed.data.title, paintState(changed.data.status));
    },
  });
}
