import type { Pixel } from '#shared/biolinks/domain/pixel.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';

/** Tracking pixels of workspaces. A page names pixels by id and ignores ids that are gone. */
export interface PixelStore {
  /** Those of these pixels that exist and are this workspace's, in no order; at most 100 ids. Strongly consistent. */
  findAll(workspaceId: string, ids: readonly string[]): Promise<Pixel[]>;

  /** Pixels of a workspace, newest first, after the one named. */
  list(
    workspaceId: string,
    page: { readonly limit: number; readonly after?: string | undefined },
  ): Promise<Pixel[]>;

  /** @throws DuplicateRequestError · ConcurrentUpdateError */
  create(pixel: Pixel, context: CommandContext): Promise<void>;

  /** @throws ConcurrentUpdateError if it is gone */
  remove(pixel: Pixel, context: CommandContext): Promise<void>;
}
