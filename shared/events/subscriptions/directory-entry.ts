import type { StoredFilters } from './subscription-filters.ts';

/** One endpoint in the directory of a workspace: everything that matching an event needs. */
export type DirectoryEntry = {
  readonly endpointId: string;
  readonly enabled: boolean;
  readonly settingsVersion: number;
  /** Number of partitions for the endpoint's new deliveries. */
  readonly shards: number;
  /** Encoded by `encodeSubscriptions`. */
  readonly subscriptions: string;
  /** Encoded by `encodeFilters`; undefined if no subscription has a filter. */
  readonly filters?: StoredFilters | undefined;
};
