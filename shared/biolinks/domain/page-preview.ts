import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import type { Block } from './block.ts';
import type { Page } from './page.ts';

/** How long a preview can be opened. */
const PREVIEW_MS = 10 * MINUTE_MS;

/** Maximum number of previews of a workspace that can be opened at a time. */
export const PREVIEW_LIMIT = 20;

/** A page with unsaved changes. It has no password. */
export type PagePreview = {
  readonly page: Page;
  readonly blocks: readonly Block[];
  readonly expiresAt: Date;
};

/** The preview of a page. The password is left out, because a preview has no access gate. */
export function newPreview(page: Page, blocks: readonly Block[], now: Date): PagePreview {
  return { page: { ...page, password: null }, blocks, expiresAt: new Date(now.getTime() + PREVIEW_MS) };
}
