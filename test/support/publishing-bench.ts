import { createAddressGuard } from '#shared/network/address-guard.ts';
import { createGuardedHttpClient } from '#shared/network/guarded-http-client.ts';
import type { HttpLimits } from '#shared/network/guarded-http-client.ts';
import { createProviders } from '#shared/publishing/providers.ts';
import type {
  PublishingProvider,
  PublishRequest,
  PublishResult,
} from '#shared/domain/ports/publishing-provider.ts';
import type { Credentials } from '#shared/domain/posts/account.ts';
import { startBlueskyServer } from './bluesky-server.ts';
import type { BlueskyServer } from './bluesky-server.ts';
import { NOW } from './builders.ts';
import { startMastodonServer } from './mastodon-server.ts';
import type { MastodonServer } from './mastodon-server.ts';
import type { NetworkServer } from './network-server.ts';
import { createRecordingLog } from './recording-log.ts';
import { createTestClock } from './test-clock.ts';
import type { TestClock } from './test-clock.ts';

/** A post as a network holds it, whichever the network: its text, and which post before it it answers. */
export type HeldPost = { readonly text: string; readonly answers: number | null };

/** A provider with its network behind real sockets and the guarded client. */
export type PublishingBench<S extends NetworkServer = NetworkServer> = AsyncDisposable & {
  readonly provider: PublishingProvider;
  readonly credentials: Credentials;
  readonly clock: TestClock;
  readonly server: S;
  /** Everything that must never be seen. */
  readonly secrets: () => readonly string[];
  readonly log: ReturnType<typeof createRecordingLog>;
  /** Path of the call that posts. */
  readonly posting: string;
  held(): HeldPost[];
  limit(until: Date): void;
  revoke(): void;
  /** The credentials are good again, as after connecting anew. */
  reinstate(): void;
};

/** Waits of the provider cost nothing here: a processing file is asked for again at once. */
function providersOf(clock: TestClock, limits: Partial<HttpLimits>) {
  const log = createRecordingLog();
  const guard = createAddressGuard({ allowedHosts: ['127.0.0.1'] });
  const http = createGuardedHttpClient(guard, limits);
  const after = (_: number, act: () => void): (() => void) => {
    const timer = setImmediate(act);
    return () => clearImmediate(timer);
  };
  return { log, providers: createProviders({ http, clock, after, log }) };
}

export async function mastodonBench(
  limits: Partial<HttpLimits> = {},
): Promise<PublishingBench<MastodonServer>> {
  const clock = createTestClock();
  const { log, providers } = providersOf(clock, limits);
  const server = await startMastodonServer(clock, 'mastodon-token-a1b2c3d4');
  return {
    provider: providers.mastodon,
    credentials: { provider: 'mastodon', instanceUrl: server.origin, accessToken: server.token },
    clock,
    server,
    log,
    secrets: () => [server.token],
    posting: '/api/v1/statuses',
    held: () =>
      server.statuses.map(({ text, inReplyToId }) => ({
        text,
        answers: inReplyToId === null ? null : server.statuses.findIndex(({ id }) => id === inReplyToId),
      })),
    limit(until) {
      server.mood.limitedUntil = until;
    },
    revoke() {
      server.mood.tokenRevoked = true;
    },
    reinstate() {
      server.mood.tokenRevoked = false;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

export async function blueskyBench(
  limits: Partial<HttpLimits> = {},
): Promise<PublishingBench<BlueskyServer>> {
  const clock = createTestClock();
  const { log, providers } = providersOf(clock, limits);
  const server = await startBlueskyServer(clock, 'abcd-efgh-ijkl-mnop');
  const { handle, appPassword } = server.account;
  return {
    provider: providers.bluesky,
    credentials: { provider: 'bluesky', identifier: handle, appPassword, service: server.origin },
    clock,
    server,
    log,
    secrets: () => [appPassword, ...server.tokens],
    posting: '/xrpc/com.atproto.repo.putRecord',
    held() {
      const kept = [...server.records.values()];
      return kept.map(({ value: { text, reply } }) => ({
        text,
        answers: reply === undefined ? null : kept.findIndex(({ uri }) => uri === reply.parent.uri),
      }));
    },
    limit(until) {
      server.mood.limitedUntil = until;
    },
    revoke() {
      server.mood.passwordRevoked = true;
    },
    reinstate() {
      server.mood.passwordRevoked = false;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** The sandbox, which has no server. */
export function sandboxProvider() {
  const clock = createTestClock();
  const { log, providers } = providersOf(clock, {});
  return { provider: providers.sandbox, log, clock };
}

/** A thread of texts for the account, nothing of it posted yet. */
export function threadOf(
  credentials: Credentials,
  texts: readonly string[],
  overrides: Partial<PublishRequest> = {},
): PublishRequest {
  return {
    credentials,
    key: 'post-1/run-1/account-7',
    startedAt: NOW,
    items: texts.map((body) => ({ body, url: null, media: [] })),
    options: {},
    done: [],
    unknownSince: null,
    ...overrides,
  };
}

/** The request of the next attempt, as the publisher makes it from what the last one came to. */
export function nextAttempt(request: PublishRequest, result: PublishResult, at: Date): PublishRequest {
  const unknown = result.kind === 'retry' && result.unknown;
  const grew = result.done.length > request.done.length;
  const since = grew ? null : request.unknownSince;
  return { ...request, done: result.done, unknownSince: unknown ? (since ?? at) : since };
}
