import type { Erasure } from '#shared/events/recording/erasure.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';

/** Requests to erase what is stored about a contact. */
export type ErasureRequests = {
  /** The last request for a contact, if it is stored. */
  findLast(workspaceId: string, contact: string): Promise<Erasure | undefined>;

  /**
   * Creates a request and makes it the last one for its contact. `last` is the id of the one that `findLast` returned.
   * @throws PlatformError `quota_exceeded` · DuplicateRequestError · ConcurrentUpdateError
   */
  create(erasure: Erasure, context: CommandContext, last?: string): Promise<void>;

  /** Stores a request after a merge, unless a scan has included it. @throws DuplicateRequestError · ConcurrentUpdateError */
  merge(after: Erasure, context: CommandContext): Promise<void>;
};
