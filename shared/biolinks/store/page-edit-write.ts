import type { DirectPageEdit } from '#shared/biolinks/domain/direct-edit.ts';
import type { Page } from '#shared/biolinks/domain/page.ts';
import type { PageEditGuard } from '#shared/biolinks/ports/page-store.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { toLastChange } from '#shared/platform/store/command-items.ts';
import { pageKey } from './page-keys.ts';

/** One field of an edit: the names of the attributes that lead to it, and what it is set to; null removes it. */
type Field = { readonly path: readonly string[]; readonly value: string | boolean | null };

/** A blind edit as one update: what it sets, and everything it demands of a page that nobody has read (H30). */
export function editUpdate(
  { workspaceId, id }: Pick<Page, 'workspaceId' | 'id'>,
  edit: DirectPageEdit,
  { mayBeActive, revisions }: PageEditGuard,
  change: Change,
) {
  const fields = logFields(edit).map(({ path, value }, index) => ({
    at: path.map((name) => `#${name}`).join('.'),
    operand: `:v${index}`,
    path,
    value,
  }));
  const set = fields.filter(({ value }) => value !== null);
  const removed = fields.filter(({ value }) => value === null).map(({ at }) => at);
  const named = (revisions ?? []).map((text, index) => [`:r${index}`, revisionNumber(text)] as const);
  const names = fields.flatMap(({ path }) => path.map((name) => [`#${name}`, name] as const));
  return {
    write: {
      kind: 'update' as const,
      key: pageKey(id),
      set: [
        `SET ${set.map(({ at, operand }) => `${at} = ${operand}, `).join('')}`,
        'revision = revision + :one, updated_at = :at, last_change = :change',
        removed.length === 0 ? '' : ` REMOVE ${removed.join(', ')}`,
      ].join(''),
      names: { ...Object.fromEntries(names), ...(mayBeActive ? {} : { '#status': 'status' }) },
      values: {
        ...Object.fromEntries(set.map(({ operand, value }) => [operand, value])),
        ...Object.fromEntries(named),
        ...(mayBeActive ? {} : { ':active': 'active' satisfies Page['status'] }),
        ':one': 1,
        ':at': change.at.getTime(),
        ':change': toLastChange(change),
        ':workspace': workspaceId,
      },
    },
    when: [
      'workspace_id = :workspace',
      ...(mayBeActive ? [] : ['#status <> :active']),
      ...(revisions === undefined ? [] : [`revision IN (${named.map(([operand]) => operand).join(', ')})`]),
      `(${fields.map(differs).join(' OR ')})`,
    ].join(' AND '),
  };
}

function logFields({ appearance = {}, seo = {}, utm = {}, ...own }: DirectPageEdit): Field[] {
  const fields = [
    { path: ['title'], value: own.title },
    { path: ['handle'], value: own.handle },
    { path: ['tagline'], value: own.tagline },
    { path: ['theme'], value: own.theme },
    { path: ['hide_branding'], value: own.hideBranding },
    { path: ['avatar_color'], value: own.avatarColor },
    { path: ['font_override'], value: appearance.fontOverride },
    { path: ['accent'], value: appearance.accent },
    { path: ['seo', 'title'], value: seo.title },
    { path: ['seo', 'description'], value: seo.description },
    { path: ['seo', 'image'], value: seo.image },
    { path: ['utm', 'source'], value: utm.source },
    { path: ['utm', 'medium'], value: utm.medium },
    { path: ['utm', 'campaign'], value: utm.campaign },
  ];
  return fields.flatMap(({ path, value }) => (value === undefined ? [] : [{ path, value }]));
}

/** An edit that says what is there already changes nothing, neither revision nor time (G57). */
function differs({ at, operand, value }: Pick<Field, 'value'> & { at: string; operand: string }): string {
  return value === null ? `attribute_exists(${at})` : `attribute_not_exists(${at}) OR ${at} <> ${operand}`;
}

/** Revisions are texts to callers and `"07"` is none of ours (H23): what is no number as we write it matches nothing. */
function revisionNumber(text: string): number {
  return /^[1-9]\d{0,14}$/u.test(text) ? Number(text) : 0;
}
