import { type Api, dataOf } from '#cli/api/connect.ts';
import { FileError } from '#cli/command/command-error.ts';
import { defineCommand } from '#cli/command/command.ts';
import { items, wholeNumber } from '#cli/command/parse.ts';
import { CHANNELS, filtersOf, followFeed, persistently, positionFrom } from '#cli/feed/follow-feed.ts';
import { forward } from '#cli/feed/forward.ts';
import {
  type Listener,
  type Position,
  positionFile,
  readPosition,
  writePosition,
} from '#cli/feed/position.ts';
import { chooseSecret, requireForwardUrl } from '#cli/signing/secret.ts';
import { createNoteOnce, paint, type Painted } from '#cli/terminal/screen.ts';

export const listen = defineCommand({
  name: 'listen',
  summary:
    'Forward the events of the workspace to a URL, such as a server on this machine, signed like webhooks',
  details:
    'Each event is sent at least once and in order, even if this program or your server restarts. Events are kept for 7 days.\n' +
    'Any response of the server means that the event arrived, also one that is not valid HTTP. Without a response, the event is sent again.\n' +
    'The position is stored. The first start begins with the next event, and a later start continues. If the position cannot be stored, ' +
    'the listener says so and forwards.',
  arguments: [],
  options: {
    forward: { type: 'text', summary: 'The URL of your server; required', value: 'url' },
    events: { type: 'list', summary: 'Only these events, separated by commas', value: 'names' },
    channel: { type: 'text', summary: 'Only events of this channel', value: 'name', choices: CHANNELS },
    from: {
      type: 'text',
      summary:
        'Where to begin: now, oldest, or a cursor of the feed; default: the stored position, or now at the first start',
      value: 'position',
    },
    'secret-file': {
      type: 'text',
      summary: 'Read the signing secret from this file, which is created if it does not exist',
      value: 'path',
    },
    timeout: {
      type: 'text',
      summary: 'Seconds to wait for a response of your server; default: 30',
      value: 'seconds',
    },
  },
  examples: [
    'listen --forward http://localhost:4000/hooks',
    'listen --forward http://localhost:4000/hooks --events salesbot.store.order_paid --from oldest',
  ],
  async run({ options, outside, screen, connect }) {
    const url = requireForwardUrl(options.forward ?? '');
    const timeoutMs = wholeNumber('--timeout', options.timeout ?? '30', 1, 3600) * 1000;
    const api = await connect();
    const { secret, isNew, from } = await chooseSecret(outside, options['secret-file']);
    const deps = { outside, screen, api };
    const { workspace } = await persistently(deps, () => currentKey(api));
    const filters = await filtersOf(deps, items(options.events), options.channel);
    const listener: Listener = {
      host: api.host.origin,
      workspace: workspace.id,
      profile: api.profile,
      forward: url.href,
      events: filters.events,
      channel: filters.channel ?? null,
    };
    const file = positionFile(outside, listener);
    const noteFile = createNoteOnce(screen);
    const withoutFile = (error: unknown): undefined => {
      if (!(error instanceof FileError)) throw error;
      noteFile(`${error.message} The position is not stored, so another start can miss or repeat events.`);
    };
    const store = (position: Position) => writePosition(outside, file, position, listener).catch(withoutFile);
    const stored =
      options.from === undefined ? await readPosition(outside, file).catch(withoutFile) : undefined;
    const start = stored ?? (await positionFrom(deps, filters, options.from ?? 'now'));
    // At once: an event that happens before the first one is forwarded must not be lost by a restart.
    await store(start);

    screen.note(`Events of "${workspace.name}" are forwarded to ${url.href}`);
    screen.note(stored ? 'Continues where the last start ended' : `Begins with ${beginning(options.from)}`);
    if (options.json) screen.jsonLine({ forward: url.href, ...(isNew ? { secret } : {}) });
    screen.note(isNew ? `Signing secret: ${secret}` : `Signing secret: the one in ${from}`);
    const noteOnce = createNoteOnce(screen);
    return followFeed(deps, filters, start, {
      async onEvent(event) {
        const onDelay = (reason: string, delayMs: number) =>
          noteOnce(`${event.event} ${event.id}: ${reason}. Trying again in ${delayMs / 1000} s.`);
        const { status, durationMs } = await forward({ outside, url, secret, timeoutMs, onDelay }, event);
        const time = outside.now().toISOString();
        const shown = {
          time,
          event: event.event,
          id: event.id,
          test: event.test,
          status,
          duration_ms: durationMs,
        };
        if (options.json) screen.jsonLine(shown);
        else
          screen.line(
            paint('dim', time),
            event.event,
            event.id,
            painted(status),
            `${durationMs} ms`,
            ...(event.test ? [paint('dim', 'test')] : []),
          );
      },
      onPosition: store,
    });
  },
});

async function currentKey({ client }: Api) {
  return dataOf(await client.GET('/api/v1/me')).data;
}

function beginning(from: string | undefined): string {
  if (from === 'oldest') return 'the oldest event';
  return from === undefined || from === 'now' ? 'the next event' : 'the event after the cursor';
}

function painted(status: number | null): Painted {
  if (status === null) return paint('yellow', 'no HTTP');
  return paint(status < 300 ? 'green' : status < 500 ? 'yellow' : 'red', String(status));
}
