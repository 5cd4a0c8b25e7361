import { type Api, dataOf } from '#cli/api/connect.ts';
import { EXIT, CommandError, wrongUsage } from '#cli/command/command-error.ts';
import { defineCommand } from '#cli/command/command.ts';
import { items } from '#cli/command/parse.ts';
import { persistently } from '#cli/feed/follow-feed.ts';
import { confirm, YES_OPTION } from '#cli/terminal/confirm.ts';
import { instantOf } from '#cli/terminal/instant.ts';
import { paintState } from '#cli/terminal/paint-state.ts';

const POLL_MS = 1000;
const PATH = '/api/v1/workspace-webhooks/{endpoint}/recover';
const STATES = ['failed', 'cancelled'] as const;

export const recover = defineCommand({
  name: 'recover',
  summary: 'Resend the failed and cancelled deliveries of an endpoint that were created in a time range',
  details:
    'Shows the number of deliveries and asks for confirmation, then shows the progress until the recovery has ended.',
  arguments: [{ name: 'endpoint', summary: 'The ID of the endpoint' }],
  options: {
    since: {
      type: 'text',
      summary: 'Start of the range: a timestamp, or an age such as 2h; required',
      value: 'time',
    },
    until: { type: 'text', summary: 'End of the range (now)', value: 'time' },
    states: { type: 'list', summary: 'failed, cancelled, or both (default)', value: 'states' },
    'dry-run': { type: 'flag', summary: 'Only count the deliveries' },
    yes: YES_OPTION,
  },
  examples: ['recover 01980000-0000-7000-8000-000000000001 --since 6h --dry-run'],
  async run({ options, args, outside, screen, connect }) {
    const now = outside.now();
    const since = instantOf('--since', options.since, now);
    if (since === undefined) throw wrongUsage('--since is missing, such as --since 2h.');
    const until = instantOf('--until', options.until, now);
    const states = items(options.states).map(requireState);
    const api = await connect();
    const params = { path: { endpoint: args.endpoint } };
    const range = {
      since,
      ...(until === undefined ? {} : { until }),
      ...(states.length > 0 ? { states } : {}),
    };

    const counted = dataOf(await api.client.POST(PATH, { params, body: { ...range, dry_run: true } }));
    const { matched, count_complete: isComplete } = counted.data;
    const amount = `${isComplete ? '' : 'at least '}${matched}`;
    for (const { detail } of counted.warnings) screen.note(detail);
    if (options['dry-run']) {
      if (options.json) return screen.json(counted);
      return screen.line(`${amount} deliveries would be resent.`);
    }
    if (matched === 0) {
      if (options.json) return screen.json(counted);
      return screen.line('Nothing to resend.');
    }
    await confirm(
      outside,
      `Resend ${amount} deliveries created from ${since} to ${until ?? 'now'}?`,
      options.yes,
    );

    const begun = dataOf(await api.client.POST(PATH, { params, body: range }));
    if (!('id' in begun.data)) throw new CommandError(EXIT.rejected, 'The API did not start a recovery.');
    const recovery = await untilEnded(api, args.endpoint, begun.data.id);
    screen.endProgress();
    if (options.json) screen.json({ data: recovery });
    else
      screen.line(
        paintState(recovery.state),
        `${recovery.resent} of ${recovery.matched} deliveries were resent.`,
      );
    if (recovery.reason !== null) screen.note(`It stopped early: ${recovery.reason}.`);
    return recovery.state === 'completed' ? EXIT.ok : EXIT.rejected;

    async function untilEnded({ client }: Api, endpoint: string, id: string) {
      const read = async () =>
        dataOf(
          await client.GET('/api/v1/workspace-webhooks/{endpoint}/recoveries/{recovery}', {
            params: { path: { endpoint, recovery: id } },
          }),
        ).data;
      for (;;) {
        const current = await persistently({ outside, screen, api }, read);
        if (current.state !== 'running') return current;
        screen.progress(`${current.resent} of ${current.matched} deliveries were resent …`);
        await outside.wait(POLL_MS, outside.interrupted);
        outside.interrupted.throwIfAborted();
      }
    }
  },
});

function requireState(text: string): (typeof STATES)[number] {
  const state = STATES.find((each) => each === text);
  if (state === undefined) throw wrongUsage(`--states is ${STATES.join(' or ')}.`);
  return state;
}
