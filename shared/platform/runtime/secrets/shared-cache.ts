import type { Clock } from '#shared/platform/runtime/clock.ts';

export type SharedCacheOptions = {
  readonly clock: Clock;
  /** How long a new value is kept, in milliseconds, counted from the beginning of its load. Asked for each value. */
  readonly lifetimeMs: () => number;
  /** Values kept at most. The least recently used value leaves first. */
  readonly entries: number;
};

export type SharedCache<T> = {
  /** The value of a key, loaded if necessary. Concurrent calls share one load. A failed load is not kept. */
  get(key: string, load: () => Promise<T>): Promise<T>;
};

/** A cache whose order is that of its `Map`: a used value is inserted again. */
export function createSharedCache<T>({ clock, lifetimeMs, entries }: SharedCacheOptions): SharedCache<T> {
  const kept = new Map<string, { readonly value: T; readonly until: number }>();
  const loading = new Map<string, Promise<T>>();

  async function loadAndKeep(key: string, load: () => Promise<T>): Promise<T> {
    const started = clock().getTime();
    const value = await load();
    kept.set(key, { value, until: started + lifetimeMs() });
    if (kept.size > entries) {
      const [oldest = key] = kept.keys();
      kept.delete(oldest);
    }
    return value;
  }

  return {
    async get(key, load) {
      const found = kept.get(key);
      if (found) {
        kept.delete(key);
        if (found.until > clock().getTime()) {
          kept.set(key, found);
          return found.value;
        }
      }
      const running = loading.get(key);
      if (running) return running;
      const started = loadAndKeep(key, load).finally(() => loading.delete(key));
      loading.set(key, started);
      return started;
    },
  };
}
