import type { Block, PageBlocks } from '#shared/biolinks/domain/block.ts';
import type { DirectPageEdit } from '#shared/biolinks/domain/direct-edit.ts';
import type { Page, PageStatus } from '#shared/biolinks/domain/page.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';

/** What a blind edit holds the page to. */
export type PageEditGuard = {
  /** Whether visitors may see the page (G67). */
  readonly mayBeActive: boolean;
  /** Any of these, or whatever it is. */
  readonly revisions?: readonly string[] | undefined;
};

/** Bio-link pages with their slugs. A slug is claimed in the transaction that writes the page (G62). */
export interface PageStore {
  /** Adds a page and claims its slug. @throws PlatformError `slug_taken` · DuplicateRequestError · ConcurrentUpdateError */
  create(page: Page, context: CommandContext): Promise<void>;

  /** The page, if it is one of this workspace's; strongly consistent. */
  find(workspaceId: string, pageId: string): Promise<Page | undefined>;

  /** Pages of a workspace, newest first, after the one named. */
  list(
    workspaceId: string,
    filter: {
      readonly status?: PageStatus | undefined;
      readonly limit: number;
      readonly after?: string | undefined;
    },
  ): Promise<Page[]>;

  /**
   * Edits without reading first: one write, which itself demands that the guard holds and that the edit changes something
   * (H30). Gives the page as written, or as found by a write that changed nothing; undefined if the workspace has none of
   * this id. @throws ConcurrentUpdateError
   */
  edit(
    target: Pick<Page, 'workspaceId' | 'id'>,
    edit: DirectPageEdit,
    guard: PageEditGuard,
    context: CommandContext,
  ): Promise<{ readonly written: boolean; readonly page: Page | undefined }>;

  /**
   * Writes an edit if the page is still at the revision it was read at. A new slug or domain is claimed and the old slug
   * keeps leading to the page, at most five of them (H24).
   * @throws PlatformError `slug_taken` · DuplicateRequestError · ConcurrentUpdateError
   */
  save(before: Page, after: Page, context: CommandContext): Promise<void>;

  /** Deletes the page, its blocks and every slug that led to it. @throws ConcurrentUpdateError */
  remove(page: Page, context: CommandContext): Promise<void>;
}

/**
 * What a page has to be when its blocks are written: there, or also not active, for callers who may not change what
 * visitors see. Publishing does not move the blocks' revision on, so what was read before says nothing about it (G67).
 */
export type PageGuard = 'exists' | 'not-active';

/** Blocks of pages; every write moves the blocks' own revision on (G57), if the page is what `guard` asks for. */
export interface BlockStore {
  /** The blocks in order and their revision; strongly consistent. A page without blocks has revision 0. */
  read(pageId: string): Promise<PageBlocks>;

  /** Adds a block at a place in the order. @throws PlatformError `block_limit_reached` · ConcurrentUpdateError */
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

  /** Puts the blocks into this order, a permutation of their ids. @throws ConcurrentUpdateError */
  reorder(
    before: PageBlocks,
    pageId: string,
    ids: readonly string[],
    context: CommandContext,
    guard?: PageGuard,
  ): Promise<void>;
}

/** What a slug leads to. */
export type SlugTarget =
  | { readonly kind: 'page'; readonly pageId: string }
  /** The page has another slug by now, on this domain or another. */
  | { readonly kind: 'moved'; readonly pageId: string };

/** What visitors' requests read. */
export interface PublicPageStore {
  /** The verified domain of a host that is not the platform's own. */
  findDomain(host: string): Promise<string | undefined>;
  findSlug(domainId: string, slug: string): Promise<SlugTarget | undefined>;
  /** A page with its blocks, in one query. */
  readPage(pageId: string): Promise<{ readonly page: Page; readonly blocks: PageBlocks } | undefined>;
  /** Slugs of a domain's pages that search engines may list: active, without gate and `noindex`, oldest slug text first. */
  listIndexable(
    domainId: string,
    limit: number,
  ): Promise<readonly { readonly slug: string; readonly updatedAt: Date }[]>;
}
