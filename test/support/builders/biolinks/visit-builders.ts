import type { Device, Visit } from '#shared/biolinks/domain/visit.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';

type From = { readonly referrer?: string; readonly device?: Device; readonly visitor?: string };
type Place = Partial<Pick<Visit, 'workspaceId' | 'pageId' | 'day' | 'at'>>;

/** A message about a view. */
export function aView(
  { referrer = '', device = 'mobile', visitor = '0123456789abcdef' }: From = {},
  place: Place = {},
): Visit {
  return { kind: 'view', ...placed(place), from: { referrer, device, visitor } };
}

/** A message about a click. */
export function aClick(
  { block = newId(NOW), item, device = 'mobile' }: { block?: string; item?: string; device?: Device } = {},
  place: Place = {},
): Visit {
  return { kind: 'click', ...placed(place), device, block, ...(item === undefined ? {} : { item }) };
}

function placed(place: Place) {
  return { workspaceId: newId(NOW), pageId: newId(NOW), day: '2026-06-01', at: NOW.getTime(), ...place };
}
