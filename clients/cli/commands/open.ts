import type { Api } from '#cli/api/connect.ts';
import { endpointOf } from '#cli/api/find-delivery.ts';
import { wrongUsage } from '#cli/command/command-error.ts';
import { defineCommand } from '#cli/command/command.ts';

/** The screens of the console. `deliveries` exists only for one delivery. */
const SCREENS = [
  'home',
  'endpoints',
  'deliveries',
  'events',
  'catalogue',
  'posts',
  'accounts',
  'pages',
  'domains',
  'pixels',
  'contacts',
  'conversations',
  'numbers',
  'broadcasts',
  'notifications',
  'members',
  'keys',
  'audit',
] as const;

export const open = defineCommand({
  name: 'open',
  summary: 'Print the URL of a console screen. If the output is a terminal, open the URL in the browser',
  details: 'The URL contains no key: the console asks for one.',
  arguments: [
    { name: 'screen', summary: 'The screen', optional: true, choices: SCREENS },
    { name: 'id', summary: 'The ID of what the screen shows', optional: true },
  ],
  options: { print: { type: 'flag', summary: 'Only print the URL' } },
  examples: ['open', 'open keys', 'open endpoints 01980000-0000-7000-8000-000000000001'],
  async run({ options, args, outside, screen, connect }) {
    const api = await connect();
    const { screen: name = 'home', id } = args;
    if (id !== undefined && !/^\w[\w.-]{0,63}$/u.test(id))
      throw wrongUsage('The ID has letters, digits, ".", "_" and "-".');
    const url = new URL(await pathOf(api, name, id), api.host).href;
    if (options.json) return screen.json({ url });
    screen.line(url);
    if (options.print || !outside.output.isTerminal) return;
    await outside.openUrl(url).catch(() => screen.note('No browser was found. Open the URL yourself.'));
  },
});

async function pathOf(api: Api, screen: string, id: string | undefined): Promise<string> {
  if (screen === 'home') return '/console';
  if (screen !== 'deliveries') return ['/console', screen, ...(id === undefined ? [] : [id])].join('/');
  if (id === undefined) throw wrongUsage('Write the ID of the delivery: open deliveries <id>.');
  return `/console/deliveries/${await endpointOf(api, id, undefined)}/${id}`;
}
