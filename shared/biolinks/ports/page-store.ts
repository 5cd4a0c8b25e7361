import type { Block, PageBlocks } from '#shared/biolinks/domain/block.ts';
import type { DirectPageEdit } from '#shared/biolinks/domain/direct-edit.ts';
import type { Page, PageStatus } from '#shared/biolinks/domain/page.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';

/** Conditions of an edit that is written without reading the page first. */
export type PageEditGuard = {
  /** Whether the edit is allowed on an active page: false for a key that may not publish. */
  readonly mayBeActive: boolean;
  /** The accepted revisions; undefined accepts any. */
  readonly revisions?: readonly string[] | undefined;
};

/** The reads of `PageStore`, for operations that may not write. */
export type PageReader = {
  /** Finds a page of the workspace; strongly consistent. */
  find(workspaceId: string, pageId: string): Promise<Page | undefined>;

  /** Pages of a workspace, newest first, after the given id. */
  list(
    workspaceId: string,
    filter: {
      readonly status?: PageStatus | undefined;
      readonly limit: number;
      readonly after?: string | undefined;
    },
  ): Promise<Page[]>;
};

/** Bio-link pages and their slugs. A slug is claimed in the transaction that writes the page. */
export type PageStore = PageReader & {
  /** Adds a page and claims its slug. @throws PlatformError `slug_taken` · DuplicateRequestError · ConcurrentUpdateError */
  create(page: Page, context: CommandContext): Promise<void>;

  /**
   * Edits a page with one conditional write and no read (docs/failure-histories.md#reads-before-a-write). The condition: the
   * guard is satisfied and the edit changes something. Returns the written page, or the stored page if the condition failed,
   * or undefined if the page does not exist. @throws ConcurrentUpdateError
   */
  edit(
    target: Pick<Page, 'workspaceId' | 'id'>,
    edit: DirectPageEdit,
    guard: PageEditGuard,
    context: CommandContext,
  ): Promise<{ readonly written: boolean; readonly page: Page | undefined }>;

  /**
   * Writes an edit if the page still has the revision of `before`. Claims a new slug or domain; at most five earlier slugs
   * keep redirecting to the page (docs/failure-histories.md#slug-squatting).
   * @throws PlatformError `slug_taken` · DuplicateRequestError · ConcurrentUpdateError
   */
  save(before: Page, after: Page, context: CommandContext): Promise<void>;

  /** Deletes the page, its blocks and all of its slugs. @throws ConcurrentUpdateError */
  remove(page: Page, context: CommandContext): Promise<void>;
};

/**
 * The condition on the page when its blocks are written or its counts are deleted: it exists and, for keys that may not publish, it is not
 * active. The status must be part of the condition, because publishing does not change the revision of the blocks.
 */
export type PageGuard = 'exists' | 'not-active';

/** The reads of `BlockStore`, for operations that may not write. */
export type BlockReader = {
  /** The blocks in order and their revision; strongly consistent. A page that never had blocks has revision 0. */
  read(pageId: string): Promise<PageBlocks>;
};

/** Blocks of pages. Every write increments the revision of the blocks, if the page satisfies `guard`. */
export type BlockStore = BlockReader & {
  /** Inserts a block at a position. @throws PlatformError `block_limit_reached` · ConcurrentUpdateError */
  create(
    before: PageBlocks,
    block: Block,
    position: number,
    context: CommandContext,
    guard?: PageGuard,
  ): Promise<void>;

  /** @throws ConcurrentUpdateError */
  save(before: PageBlocks, block: Block, context: CommandContext, guard?: PageGuard): Promise<void>;

  /** @throws ConcurrentUpdateError */
  remove(before: PageBlocks, block: Block, context: CommandContext, guard?: PageGuard): Promise<void>;

  /** Reorders the blocks; `ids` is a permutation of their ids. @throws ConcurrentUpdateError */
  reorder(
    before: PageBlocks,
    pageId: string,
    ids: readonly string[],
    context: CommandContext,
    guard?: PageGuard,
  ): Promise<void>;
};

/** What a slug resolves to. */
export type SlugTarget =
  | { readonly kind: 'page'; readonly pageId: string }
  /** The page now has a different slug or domain. */
  | { readonly kind: 'moved'; readonly pageId: string };

/** Reads for the requests of visitors. */
export type PublicPageStore = {
  /** The id of the verified domain with this host; the default domain is not included. */
  findDomain(host: string): Promise<string | undefined>;
  findSlug(domainId: string, slug: string): Promise<SlugTarget | undefined>;
  /** A page with its blocks, in one query. */
  readPage(pageId: string): Promise<{ readonly page: Page; readonly blocks: PageBlocks } | undefined>;
  /** Slugs of the pages of a domain that search engines may list (active, without access gate and `noindex`), in order. */
  listIndexableSlugs(domainId: string, limit: number): Promise<readonly string[]>;
  /** The pages with these slugs, without those that search engines may no longer list, in order of the slug. */
  readIndexable(
    domainId: string,
    slugs: readonly string[],
  ): Promise<readonly { readonly slug: string; readonly updatedAt: Date }[]>;
};
