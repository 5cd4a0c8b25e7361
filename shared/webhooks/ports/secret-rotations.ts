import type { CommandContext } from '#shared/platform/core/change.ts';
import type { MalformedItemError } from '#shared/platform/core/errors.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';

/** Rotations of the signing secrets of endpoints. */
export type SecretRotations = {
  /**
   * Writes new signing secrets if the revision is unchanged, so that one of two racing rotations wins. If the previous secret stays
   * valid, the same transaction plans the notice about its end (`rotationNoticeAt`), which replaces the notice of an earlier rotation.
   * @throws ConcurrentUpdateError · DuplicateRequestError
   */
  saveSecrets(before: Endpoint, after: Endpoint, context: CommandContext): Promise<void>;
};

/** A planned notice that the previous secret of an endpoint ends. */
export type RotationNotice = {
  readonly workspaceId: string;
  readonly endpointId: string;
  /** When the notice is due. */
  readonly at: Date;
};

/** What the sweep reads and ends. */
export type RotationNotices = {
  /**
   * Notices that were due before a time, in pages, the oldest first; eventually consistent. An unreadable item is returned as its
   * error, so that it does not hide the others.
   */
  readDue(before: Date): AsyncIterable<readonly (RotationNotice | MalformedItemError)[]>;

  /** Removes a notice from those that are due, unless a later rotation has replaced it. */
  finish(notice: RotationNotice): Promise<void>;
};
