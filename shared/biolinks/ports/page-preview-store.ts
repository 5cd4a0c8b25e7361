import type { PagePreview } from '#shared/biolinks/domain/page-preview.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';

/** Previews of pages. `digest` is the digest of the token in the URL of a preview. */
export type PagePreviewReader = {
  /** Returns undefined if no preview has this digest, or if the preview has expired. */
  find(digest: string, now: Date): Promise<PagePreview | undefined>;
};

export type PagePreviewStore = PagePreviewReader & {
  /**
   * Stores a preview, and deletes the oldest previews of its workspace beyond `PREVIEW_LIMIT`.
   * @throws ConcurrentUpdateError if another preview of the workspace is created at the same time
   */
  create(digest: string, preview: PagePreview, context: CommandContext): Promise<void>;
};
