import { defineCommand } from '#cli/command/command.ts';
import { items } from '#cli/command/parse.ts';
import { CHANNELS, filtersOf, followFeed, positionFrom } from '#cli/feed/follow-feed.ts';
import { paint } from '#cli/terminal/screen.ts';

export const tail = defineCommand({
  name: 'tail',
  summary: 'Print the events of the workspace as they happen',
  details: 'With --json, each event is one line with its headers and its body. No position is stored.',
  arguments: [],
  options: {
    events: { type: 'list', summary: 'Only these events, separated by commas', value: 'names' },
    channel: { type: 'text', summary: 'Only events of this channel', value: 'name', choices: CHANNELS },
    from: { type: 'text', summary: 'Where to begin: now (default), oldest, or a cursor', value: 'position' },
  },
  examples: ['tail', 'tail --from oldest --events salesbot.contact.created --json'],
  async run({ options, outside, screen, connect }) {
    const deps = { outside, screen, api: await connect() };
    const filters = await filtersOf(deps, items(options.events), options.channel);
    const start = await positionFrom(deps, filters, options.from ?? 'now');
    screen.note('Waiting for events. Stop with Ctrl-C.');
    return followFeed(deps, filters, start, {
      async onEvent(event) {
        if (options.json) return screen.jsonLine(event);
        const marks = [event.channel, event.test ? 'test' : null].filter((mark) => mark !== null);
        return screen.line(paint('dim', event.recorded_at), event.event, event.id, ...marks);
      },
    });
  },
});
