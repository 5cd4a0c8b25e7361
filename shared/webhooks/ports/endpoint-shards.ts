import type { Match } from '#shared/events/recording/recorded-event.ts';

/** The number of shards of an endpoint. */
export type EndpointShards = {
  /**
   * Replaces the number that an event was matched with by a larger one, in the endpoint, its delivery target and all copies of the
   * directory. Changes no revision and cancels nothing. Returns false if the endpoint has another number by now, or was deleted.
   */
  grow(endpoint: GrowingEndpoint, shards: number): Promise<boolean>;
};

/** An endpoint as an event was matched with it. */
export type GrowingEndpoint = { readonly workspaceId: string } & Pick<Match, 'endpointId' | 'shards'>;
