import type { DirectoryEntry } from '#shared/events/subscriptions/directory-entry.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';
import type { EndpointChange } from '#shared/webhooks/domain/edit-endpoint.ts';
import type { DeliveryTarget, Endpoint } from '#shared/webhooks/domain/endpoint.ts';

/** Endpoints, their directory and their delivery view, kept in step by transactions. */
export interface EndpointStore {
  /**
   * Adds an endpoint, its directory entry and the remembered answer in one transaction.
   * @throws PlatformError `endpoint_limit_reached` · `admin_required` · DuplicateRequestError · ConcurrentUpdateError
   */
  create(endpoint: Endpoint, context: CommandContext): Promise<void>;

  /** The endpoint, if it is one of this workspace's; strongly consistent. */
  find(workspaceId: string, endpointId: string): Promise<Endpoint | undefined>;

  /** All endpoints of a workspace, newest first; strongly consistent (at most 25). */
  list(workspaceId: string): Promise<Endpoint[]>;

  /**
   * Writes an edit if the endpoint is still at the revision it was read at; switching on also requires that the
   * responsible member still is an admin (H18).
   * @throws ConcurrentUpdateError · DuplicateRequestError · PlatformError `admin_required`
   */
  save(before: Endpoint, change: EndpointChange, context: CommandContext): Promise<void>;

  /**
   * Writes new signing secrets if the endpoint is still at the revision it was read at: of two racing rotations one
   * wins (H19). @throws ConcurrentUpdateError · DuplicateRequestError
   */
  saveSecrets(before: Endpoint, after: Endpoint, context: CommandContext): Promise<void>;

  /** Deletes an endpoint with its directory entry; its view says so from then on. @throws ConcurrentUpdateError */
  remove(endpoint: Endpoint, context: CommandContext): Promise<void>;

  /** The directory that events are matched against; one strongly consistent read (H1). */
  readDirectory(workspaceId: string): Promise<DirectoryEntry[]>;

  /**
   * The delivery view; strongly consistent (H4), and read after this was called. Deleted endpoints leave a marked view behind.
   */
  readTarget(endpointId: string): Promise<DeliveryTarget | undefined>;
}
