import type { Pixel } from '#shared/biolinks/domain/pixel.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';

/** The reads of `PixelStore`, for operations that may not write. */
export type PixelReader = {
  /** The existing pixels of the workspace among these ids (at most 100), in any order; strongly consistent. */
  findAll(workspaceId: string, ids: readonly string[]): Promise<Pixel[]>;

  /** Pixels of a workspace, newest first, after the given id. */
  list(
    workspaceId: string,
    page: { readonly limit: number; readonly after?: string | undefined },
  ): Promise<Pixel[]>;
};

/** Tracking pixels of workspaces. A page references pixels by id and ignores deleted ones. */
export type PixelStore = PixelReader & {
  /** @throws DuplicateRequestError · ConcurrentUpdateError */
  create(pixel: Pixel, context: CommandContext): Promise<void>;

  /** @throws ConcurrentUpdateError if it was already deleted */
  remove(pixel: Pixel, context: CommandContext): Promise<void>;
};
