import type { ProviderName } from '#shared/publishing/domain/account.ts';
import type { PublishResult, RemotePost, RemoveResult } from '#shared/publishing/domain/publish-result.ts';
import type { PublishingProvider, PublishRequest } from '#shared/publishing/ports/publishing-provider.ts';

/** The reaction of the network to a request, or the response it returns instead. */
type Script =
  | 'publish'
  | 'post-and-lose'
  | ((request: PublishRequest) => PublishResult | Promise<PublishResult>);

/** The reaction of the network to the removal of a post, or the result it returns instead. */
type RemovalScript = 'remove' | 'remove-and-lose' | ((id: string) => RemoveResult | Promise<RemoveResult>);

export type ScriptedNetwork = Required<PublishingProvider> & {
  /** The ids of every removal that was requested, in the order of arrival. */
  readonly removals: string[];
  /** The results of the next removals; afterwards the network removes. */
  scriptRemovals(...next: readonly RemovalScript[]): void;
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
  const removals: string[] = [];
  const removalScripts: RemovalScript[] = [];

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

    removals,
    scriptRemovals: (...next) => void removalScripts.push(...next),

    async remove({ remote: { id } }) {
      removals.push(id);
      const script = removalScripts.shift() ?? 'remove';
      if (typeof script === 'function') return script(id);
      for (const [place, each] of posts) if (each.id === id) posts.delete(place);
      if (script === 'remove') return { kind: 'removed' };
      return retryRemoval('network_unavailable');
    },

    async verify() {
      return {
        kind: 'verified',
        profile: { identity: 'moreau', username: 'moreau', name: null, image: null },
      };
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

/** A result of a removal that requests another attempt. */
export function retryRemoval(code = 'rate_limited', notBefore: Date | null = null): RemoveResult {
  return { kind: 'retry', error: { code, detail: 'Later.' }, notBefore };
}

/** A result of a removal that ends the account at once. */
export function rejectedRemoval(kind: 'failed' | 'unauthorised', code = 'network_refused'): RemoveResult {
  return { kind, error: { code, detail: 'No.' } };
}

/** A result that ends the account at once. */
export function rejected(kind: 'failed' | 'unauthorised', code = 'network_refused'): PublishResult {
  return { kind, done: [], error: { code, detail: 'No.' } };
}
