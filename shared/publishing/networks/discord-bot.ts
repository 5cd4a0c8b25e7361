import * as v from 'valibot';
import type { HttpClient } from '#shared/platform/network/http-client.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Credentials } from '#shared/publishing/domain/account.ts';
import { errorSchema } from './discord-schemas.ts';
import { createNetworkClient } from './network-call.ts';
import type { NetworkClient, NetworkDialect } from './network-call.ts';

/** What the requests to Discord need. */
export type DiscordDependencies = {
  readonly http: HttpClient;
  readonly clock: Clock;
  /** Origin of the API. */
  readonly origin: string;
};

/** Error codes: the bot cannot see the channel (50001), or the channel no longer exists (10003). */
const ACCESS_LOST: ReadonlySet<number> = new Set([10_003, 50_001]);
/** Nested errors of a form are at most this deep. */
const MAX_DEPTH = 6;

const dialect: NetworkDialect = {
  readError(status, body) {
    const parsed = v.safeParse(errorSchema, body);
    if (!parsed.success) return { text: '', unauthorised: status === 401 };
    const { code, message, errors } = parsed.output;
    const reason = firstReason(errors, MAX_DEPTH);
    const text = reason === undefined ? message : `${message}: ${reason}`;
    return { text, unauthorised: status === 401 || ACCESS_LOST.has(code) };
  },
  readReset(_, body, now) {
    const parsed = v.safeParse(errorSchema, body);
    const seconds = parsed.success ? parsed.output.retry_after : undefined;
    return seconds === undefined ? null : new Date(now.getTime() + Math.ceil(seconds * 1000));
  },
};

/** The API with the token of a bot, for one attempt. */
export type DiscordBot = {
  readonly channelId: string;
  readonly network: NetworkClient;
  readonly headers: Readonly<Record<string, string>>;
  readonly url: (path: string) => string;
};

/** Starts an attempt with the bot of the credentials. */
export function openBot({ http, clock, origin }: DiscordDependencies, credentials: Credentials): DiscordBot {
  if (credentials.provider !== 'discord') throw new TypeError(`credentials of ${credentials.provider}`);
  const { botToken, channelId } = credentials;
  return {
    channelId,
    network: createNetworkClient({ http, clock }, dialect, [botToken]),
    headers: {
      authorization: `Bot ${botToken}`,
      accept: 'application/json',
      // Discord requires this form and blocks requests without it.
      'user-agent': 'DiscordBot (https://www.npmjs.com/package/@workspace-platform/client, 1)',
    },
    url: (path) => `${origin}/api/v10${path}`,
  };
}

/** The first reason in the errors of a form: `{"content": {"_errors": [{"message": "Must be 2000 or fewer in length."}]}}`. */
function firstReason(errors: unknown, depth: number): string | undefined {
  if (depth === 0 || typeof errors !== 'object' || errors === null) return undefined;
  for (const [field, inner] of Object.entries(errors)) {
    if (field === 'message' && typeof inner === 'string') return inner;
    const reason = firstReason(inner, depth - 1);
    if (reason === undefined) continue;
    return field === '_errors' || /^\d+$/u.test(field) ? reason : `${field}: ${reason}`;
  }
  return undefined;
}
