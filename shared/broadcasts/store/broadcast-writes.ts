import type { BroadcastEdit } from '#shared/broadcasts/domain/broadcast-edit.ts';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import type { EditGuard } from '#shared/broadcasts/ports/broadcast-store.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { toLastChange } from '#shared/platform/store/command-items.ts';
import { broadcastKey } from '#shared/platform/store/keys.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { updateOf } from '#shared/platform/store/update-expression.ts';
import type { Write } from '#shared/platform/store/write.ts';
import { toBroadcastAttributes, toContentAttributes } from './broadcast-items.ts';

/** DynamoDB allows at most 100 operands of `IN`. Further revisions never match here; the handler then reads the broadcast and saves it. */
const MAX_REVISIONS = 90;

/** The write of a state transition: the complete broadcast, if its revision is unchanged. */
export function saveWrite(table: string, before: Broadcast, after: Broadcast, change: Change): Write {
  const { set, remove, names, values } = updateOf({}, toBroadcastAttributes(after, change));
  return {
    kind: 'update',
    table,
    key: broadcastKey(before.id),
    set: `SET ${set}${remove}`,
    names,
    values: { ...values, ':before': before.revision },
    condition: {
      when: 'revision = :before',
      onFailure: () => new ConcurrentUpdateError(),
    },
  };
}

/** An edit without a read as one update: the attributes it sets, and all its conditions. */
export function editUpdate(
  { workspaceId, id }: Pick<Broadcast, 'workspaceId' | 'id'>,
  edit: BroadcastEdit,
  { states, revisions }: EditGuard,
  change: Change,
) {
  const content = Object.entries(toContentAttributes(edit)).filter(([, value]) => value !== undefined);
  const voids = edit.requiresApproval === true;
  const { set, remove, names, values } = updateOf(
    {},
    {
      ...Object.fromEntries(content),
      ...(content.length > 0 ? { content_changed: true } : {}),
      ...(edit.requiresApproval === undefined ? {} : { requires_approval: edit.requiresApproval }),
      ...(voids ? { approval: undefined } : {}),
      updated_at: change.at.getTime(),
      last_change: toLastChange(change),
    },
  );
  const named = listOf('r', revisions?.map(revisionNumber).slice(0, MAX_REVISIONS) ?? []);
  const allowed = listOf('s', states);
  const conditions = [
    'workspace_id = :workspace',
    `#state IN (${allowed.names})`,
    ...(revisions === undefined
      ? []
      : [named.names === '' ? 'revision < :one' : `revision IN (${named.names})`]),
    '(attribute_not_exists(edits_held_until) OR edits_held_until <= :now)',
    `(${differs(content, edit.requiresApproval).join(' OR ')})`,
  ];
  return {
    write: {
      kind: 'update' as const,
      key: broadcastKey(id),
      set: `SET ${set}, revision = revision + :one${remove}`,
      names: { ...names, '#state': 'state' },
      values: {
        ...values,
        ':one': 1,
        ':now': change.at.getTime(),
        ':workspace': workspaceId,
        ...allowed.values,
        ...named.values,
      },
    },
    when: conditions.join(' AND '),
  };
}

/** Whether an edit was not written only because edits are held until a start has won. */
export function isHeld(item: Item | undefined, { states, revisions }: EditGuard, now: Date): boolean {
  const { state, revision, edits_held_until: until } = item ?? {};
  const isMeant = revisions === undefined || revisions.includes(String(revision));
  return (
    isMeant && states.some((each) => each === state) && typeof until === 'number' && until > now.getTime()
  );
}

/**
 * The condition that an edit changes something. If content is sent, only the content counts: such a write marks the approval
 * as older than the content, which must not happen because only the need for an approval changed.
 */
function differs(content: readonly [string, unknown][], requiresApproval: boolean | undefined): string[] {
  if (content.length > 0) return content.map(([name]) => `#${name} <> :${name}`);
  const needs = '#requires_approval <> :requires_approval';
  return requiresApproval === true ? [needs, 'attribute_exists(#approval)'] : [needs];
}

/** Operands of `IN`. */
function listOf(prefix: string, operands: readonly unknown[]) {
  const entries = operands.map((operand, index) => [`:${prefix}${index}`, operand] as const);
  return { names: entries.map(([name]) => name).join(', '), values: Object.fromEntries(entries) };
}

/** Revisions are opaque strings to clients. Anything not in canonical form (`"07"`) matches no revision. */
function revisionNumber(text: string): number {
  return /^[1-9]\d{0,14}$/u.test(text) ? Number(text) : 0;
}
