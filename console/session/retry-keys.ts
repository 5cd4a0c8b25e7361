import { DAY_MS } from '#shared/platform/core/time-units.ts';
/** The API stores the response of a command for this many milliseconds. */
const LIFE_MS = DAY_MS;
const HEADER = 'Idempotency-Key';

/**
 * Keys of the commands whose result is unknown, because no response has arrived. They belong to one API key, like the responses that the API
 * stores, and are in memory only.
 */
export type RetryKeys = {
  /** The key of an equal command whose result is unknown; otherwise `proposed`. */
  readonly keyFor: (path: string, digest: string, proposed: string) => string;
  /** The command that was sent for `proposed` has succeeded. Returns whether an equal one had been sent before. */
  readonly succeeded: (proposed: string) => boolean;
  /** The API has rejected the command that was sent for `proposed`. An equal one that was sent before may have been carried out. */
  readonly rejected: (proposed: string) => void;
  /** A resource is deleted. The result of a command that created it, or of a command on it, is of no use any more. */
  readonly deleted: (path: string) => void;
};

/** A command with an unknown result: the key of its first request, and what the newest request proposed instead. */
type Unknown = { readonly path: string; readonly key: string; readonly until: number; proposed: string };

export function createRetryKeys(now: () => number): RetryKeys {
  const commands = new Map<string, Unknown>();

  function forget(isForgotten: (command: Unknown) => boolean): void {
    for (const [name, command] of commands) if (isForgotten(command)) commands.delete(name);
  }

  return {
    keyFor(path, digest, proposed) {
      const at = now();
      forget(({ until }) => until <= at);
      const name = `${path} ${digest}`;
      const command = commands.get(name) ?? { path, key: proposed, until: at + LIFE_MS, proposed };
      command.proposed = proposed;
      commands.set(name, command);
      return command.key;
    },

    succeeded(proposed) {
      const isRepeated = [...commands.values()].some(
        (command) => command.proposed === proposed && command.key !== proposed,
      );
      forget((command) => command.proposed === proposed);
      return isRepeated;
    },

    rejected(proposed) {
      forget(({ key }) => key === proposed);
    },

    deleted(path) {
      const collection = path.slice(0, path.lastIndexOf('/'));
      forget((command) => command.path === collection || command.path.startsWith(`${path}/`));
    },
  };
}

/** Gives a command, which is a POST with an `Idempotency-Key`, the key of an equal one whose result is unknown. */
export function sendOnce(keys: RetryKeys) {
  return {
    async onRequest({ request }: { readonly request: Request }): Promise<Request | undefined> {
      const proposed = request.headers.get(HEADER);
      if (proposed === null) return undefined;
      request.headers.set(HEADER, keys.keyFor(pathOf(request), await digestOf(request), proposed));
      return request;
    },

    onResponse({ request, response }: { readonly request: Request; readonly response: Response }): void {
      const isDeleted = request.method === 'DELETE' && (response.ok || response.status === 404);
      if (isDeleted) keys.deleted(pathOf(request));
    },
  };
}

function pathOf({ url }: Request): string {
  return new URL(url).pathname;
}

/** A digest of the body, which can contain a secret that must not stay in memory. */
async function digestOf(request: Request): Promise<string> {
  const body = await request.clone().arrayBuffer();
  return new Uint8Array(await crypto.subtle.digest('SHA-256', body)).join();
}
