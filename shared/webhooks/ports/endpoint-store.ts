import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';
import type { EndpointChange } from '#shared/webhooks/domain/edit-endpoint.ts';
import type { DeliveryTarget, Endpoint } from '#shared/webhooks/domain/endpoint.ts';

/** The reads of `EndpointStore`, for operations that may not write. */
export type EndpointReader = EndpointDirectory & {
  /** The endpoint, if it belongs to this workspace; strongly consistent. */
  find(workspaceId: string, endpointId: string): Promise<Endpoint | undefined>;

  /** All endpoints of a workspace, newest first; strongly consistent (at most 25). */
  list(workspaceId: string): Promise<Endpoint[]>;

  /** The delivery target, read strongly consistently after the call. A deleted endpoint returns its tombstone. */
  readTarget(endpointId: string): Promise<DeliveryTarget | undefined>;
};

/** Endpoints, their directory and their delivery target, kept consistent by transactions. */
export type EndpointStore = EndpointReader & {
  /**
   * Adds an endpoint, its directory entry and the idempotency record in one transaction.
   * @throws PlatformError `endpoint_limit_reached` · `admin_required` · DuplicateRequestError · ConcurrentUpdateError
   */
  create(endpoint: Endpoint, context: CommandContext): Promise<void>;

  /**
   * Writes an edit if the revision is unchanged. An edit that `needsResponsibleAdmin` also requires that the responsible
   * member is still an admin with access (docs/failure-histories.md#member-removal-race).
   * @throws ConcurrentUpdateError · DuplicateRequestError · PlatformError `admin_required`
   */
  save(before: Endpoint, change: EndpointChange, context: CommandContext): Promise<void>;

  /**
   * Deletes an endpoint and its directory entry, and replaces its delivery target with a tombstone (`toTombstone`).
   * @throws ConcurrentUpdateError
   */
  remove(endpoint: Endpoint, context: CommandContext): Promise<void>;
};
