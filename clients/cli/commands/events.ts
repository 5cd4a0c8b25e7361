import { defineCommand } from '#cli/command/command.ts';
import { readCatalogue, requireEventNames } from '#cli/feed/event-names.ts';

export const events = defineCommand({
  name: 'events',
  summary: 'List all events, or show the sample of one',
  arguments: [{ name: 'event', summary: 'The name of an event', optional: true }],
  options: {},
  examples: ['events', 'events salesbot.store.order_paid'],
  async run({ options, args, screen, connect }) {
    const catalogue = await readCatalogue(await connect());
    if (args.event !== undefined) {
      requireEventNames(catalogue, [args.event]);
      const found = catalogue.find(({ event }) => event === args.event);
      return screen.json(options.json ? found : found?.sample);
    }
    if (options.json) return screen.json({ data: catalogue });
    screen.table(
      ['EVENT', 'WHEN'],
      catalogue.map(({ event, description }) => [event, description]),
    );
  },
});
