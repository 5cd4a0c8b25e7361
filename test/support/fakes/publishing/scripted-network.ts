import type { ProviderName } from '#shared/publishing/domain/account.ts';
import type {
  PublishingProvider,
  PublishRequest,
  PublishResult,
  RemotePost,
} from '#shared/publishing/ports/publishing-provider.ts';

/** The reaction of the network to a request, or the response it returns instead. */
type Script =
  | 'publish'
  | 'post-and-lose'
  | ((request: PublishRequest) => PublishResult | Promise<PublishResult>);

export type ScriptedNetwork = PublishingProvider & {
  /** Every request, in the order of arrival. */
  readonly requests: PublishRequest[];
  /** Every visible post, by account key and position in the thread; a repeated key adds none. */
  readonly posts: Map<string, RemotePost>;
  /** The results of the next requests; afterwards the network publishes. */
  script(...next: readonly Script[]): void;
};

/** A network that recognises a repetition by its key, as Mastodon and Bluesky do. */
export function createScriptedNetwork(name: ProviderName = 'sandbox'): ScriptedNetwork {
  const requests: PublishRequest[] = [];
  const posts = new Map<string, RemotePost>();
  const scripts: Script[] = [];

  function post({ key, items, done }: PublishRequest): RemotePost[] {
    const thread = [...done];
    for (const [index] of items.entries()) {
      if (index < done.length) continue;
      const place = `${key}:${index}`;
      const remote = posts.get(place) ?? { id: `remote-${place}`, url: `https://example.com/${place}` };
      posts.set(place, remote);
      thread.push(remote);
    }
    return thread;
  }

  return {
    name,
    deduplicationMs: Number.POSITIVE_INFINITY,
    requests,
    posts,
    script: (...next) => void scripts.push(...next),

    async verify() {
      return { kind: 'verified', profile: { username: 'moreau', name: null, image: null } };
    },

    async publish(request) {
      requests.push(request);
      const script = scripts.shift() ?? 'publish';
      if (typeof script === 'function') return script(request);
      const done = post(request);
      if (script === 'publish') return { kind: 'published', done };
      return retry('network_unavailable', { done: request.done, unknown: true });
    },
  };
}

/** A result that requests another attempt. */
export function retry(
  code = 'rate_limited',
  overrides: Partial<Extract<PublishResult, { kind: 'retry' }>> = {},
): PublishResult {
  const error = { code, detail: 'Later.' };
  return { kind: 'retry', done: [], error, notBefore: null, unknown: false, ...overrides };
}

/** A result that ends the account at once. */
export function rejected(kind: 'failed' | 'unauthorised', code = 'network_refused'): PublishResult {
  return { kind, done: [], error: { code, detail: 'No.' } };
}
