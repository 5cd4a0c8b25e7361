import type { DirectPageEdit } from '#shared/biolinks/domain/direct-edit.ts';
import type { Page } from '#shared/biolinks/domain/page.ts';
import type { PageEditGuard } from '#shared/biolinks/ports/page-store.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { conditionalEdit } from '#shared/platform/store/conditional-edit.ts';
import type { UpdateWrite } from '#shared/platform/store/write.ts';
import { pageKey } from './keys.ts';
import { notActive } from './page-conditions.ts';

/** The write of an edit to a page that was not read. */
export function editWrite(
  { workspaceId, id }: Pick<Page, 'workspaceId' | 'id'>,
  edit: DirectPageEdit,
  { mayBeActive, revisions }: PageEditGuard,
  change: Change,
): UpdateWrite {
  const others = mayBeActive ? [] : [notActive];
  return conditionalEdit(pageKey(id), editedAttributes(edit), { workspaceId, revisions, others }, change);
}

function editedAttributes({ appearance = {}, seo = {}, utm = {}, ...own }: DirectPageEdit) {
  const attributes = [
    { path: ['title'], value: own.title },
    { path: ['handle'], value: own.handle },
    { path: ['tagline'], value: own.tagline },
    { path: ['theme'], value: own.theme },
    { path: ['hideBranding'], value: own.hideBranding },
    { path: ['avatarColor'], value: own.avatarColor },
    { path: ['appearance', 'fontOverride'], value: appearance.fontOverride },
    { path: ['appearance', 'accent'], value: appearance.accent },
    { path: ['settings', 'seo', 'title'], value: seo.title },
    { path: ['settings', 'seo', 'description'], value: seo.description },
    { path: ['settings', 'seo', 'image'], value: seo.image },
    { path: ['settings', 'utm', 'source'], value: utm.source },
    { path: ['settings', 'utm', 'medium'], value: utm.medium },
    { path: ['settings', 'utm', 'campaign'], value: utm.campaign },
  ];
  return attributes.filter(({ value }) => value !== undefined);
}
