import type { DirectBroadcastEdit } from '#shared/broadcasts/domain/broadcast-edit.ts';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import type { EditGuard } from '#shared/broadcasts/ports/broadcast-store.ts';
import { broadcastKey } from '#shared/events/store/keys.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { type EditedAttribute, conditionalEdit, isOneOf } from '#shared/platform/store/conditional-edit.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { setAttributes } from '#shared/platform/store/update-expression.ts';
import {
  revisionUnchanged,
  type Condition,
  type UpdateWrite,
  type Write,
  updateItem,
} from '#shared/platform/store/write.ts';
import { NO_AUDIENCE, toBroadcastAttributes } from './broadcast-items.ts';

/** The write of a state transition: the whole broadcast, if its revision is unchanged since the read. */
export function saveWrite(before: Broadcast, after: Broadcast, change: Change): Write {
  const update = setAttributes(toBroadcastAttributes(after, change));
  return updateItem(broadcastKey(before.id), update, revisionUnchanged(before));
}

/** The write of an edit to a broadcast that was not read. */
export function editWrite(
  { workspaceId, id }: Pick<Broadcast, 'workspaceId' | 'id'>,
  edit: DirectBroadcastEdit,
  { states, revisions, isExternal }: EditGuard,
  change: Change,
): UpdateWrite {
  const others = [
    isOneOf('state', states),
    notHeld(change.at),
    ...(isExternal === true ? [sentByEngine] : []),
  ];
  return conditionalEdit(
    broadcastKey(id),
    editedAttributes(edit),
    { workspaceId, revisions, others },
    change,
  );
}

function editedAttributes({
  requiresApproval,
  name,
  message,
  channel,
  audience,
}: DirectBroadcastEdit): EditedAttribute[] {
  const content = [
    { path: ['name'], value: name },
    { path: ['message', 'type'], value: message?.type },
    { path: ['message', 'body'], value: message?.body },
    { path: ['channel'], value: channel },
    { path: ['audience'], value: audience === null ? NO_AUDIENCE : audience },
  ].filter(({ value }) => value !== undefined);
  // If the edit contains content, only a change of the content triggers the write: the write sets `contentChanged`, which a change
  // of `requiresApproval` alone must not set.
  const countsAsChange = content.length === 0;
  return [
    ...content,
    ...(countsAsChange ? [] : [{ path: ['contentChanged'], value: true, countsAsChange: false }]),
    ...(requiresApproval === undefined
      ? []
      : [{ path: ['requiresApproval'], value: requiresApproval, countsAsChange }]),
    ...(requiresApproval === true
      ? [
          { path: ['approval'], value: null, countsAsChange },
          { path: ['approvalWaivedBy'], value: null, countsAsChange: false },
        ]
      : []),
  ];
}

/** Broadcasts of earlier versions have no sender. */
const sentByEngine: Condition = {
  expression: '(attribute_not_exists(sender) OR sender = :external)',
  values: { ':external': 'external' },
};

/** Edits are not on hold. A start that has lost the race against edits several times puts them on hold. */
function notHeld(now: Date): Condition {
  return {
    expression: '(attribute_not_exists(editsHeldUntil) OR editsHeldUntil <= :now)',
    values: { ':now': now.getTime() },
  };
}

/** Whether an edit was rejected only because edits are on hold. */
export function isHeld(item: Item | undefined, { states, revisions }: EditGuard, now: Date): boolean {
  const { state, revision, editsHeldUntil: until } = item ?? {};
  const isMeant = revisions === undefined || revisions.includes(String(revision));
  return (
    isMeant && states.some((each) => each === state) && typeof until === 'number' && until > now.getTime()
  );
}
