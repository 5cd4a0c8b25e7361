import type { Change } from '#shared/platform/core/change.ts';
import { MAX_REVISIONS } from '#shared/platform/core/max-revisions.ts';
import type { Key } from './keys.ts';
import { toLastChange, allOf, type Condition, type UpdateWrite, updateItem } from './write.ts';

/** An attribute that an edit sets. */
export type EditedAttribute = {
  /** The path to the attribute: its name, after the names of the maps that contain it. */
  readonly path: readonly string[];
  /** Null removes the attribute. */
  readonly value: unknown;
  /** Whether a change of this attribute counts as an effect of the edit; true by default. */
  readonly countsAsChange?: boolean;
};

/** What an edit requires of a resource that was not read. */
export type EditConditions = {
  readonly workspaceId: string;
  /** The revisions of `If-Match`; undefined if every revision matches. Only the first `MAX_REVISIONS` are compared. */
  readonly revisions: readonly string[] | undefined;
  readonly others: readonly Condition[];
};

/**
 * An edit of a resource that was not read, as one update. The condition contains every precondition, and requires that the
 * [edit has an effect](../../../docs/specification.md#edits-without-effect).
 */
export function conditionalEdit(
  key: Key,
  attributes: readonly EditedAttribute[],
  { workspaceId, revisions, others }: EditConditions,
  change: Change,
): UpdateWrite {
  const edits = attributes.map(({ path, value, countsAsChange = true }, index) => ({
    at: path.map((name) => `#${name}`).join('.'),
    operand: `:v${index}`,
    value,
    countsAsChange,
  }));
  const set = edits.filter(({ value }) => value !== null);
  const removed = edits.filter(({ value }) => value === null).map(({ at }) => at);
  const names = attributes.flatMap(({ path }) => path.map((name) => [`#${name}`, name] as const));
  const update = {
    expression: [
      `SET ${set.map(({ at, operand }) => `${at} = ${operand}, `).join('')}`,
      'revision = revision + :one, updatedAt = :at, lastChange = :change',
      removed.length === 0 ? '' : ` REMOVE ${removed.join(', ')}`,
    ].join(''),
    names: Object.fromEntries(names),
    values: {
      ...Object.fromEntries(set.map(({ operand, value }) => [operand, value])),
      ':one': 1,
      ':at': change.at.getTime(),
      ':change': toLastChange(change),
    },
  };
  const changes = edits.filter(({ countsAsChange }) => countsAsChange).map(differs);
  const condition = allOf(
    { expression: 'workspaceId = :workspace', values: { ':workspace': workspaceId } },
    ...others,
    ...(revisions === undefined ? [] : [revisionIn(revisions)]),
    { expression: `(${changes.join(' OR ')})` },
  );
  return updateItem(key, update, condition);
}

/** A condition with a list of operands. */
export function isOneOf(attribute: string, operands: readonly unknown[]): Condition {
  const entries = operands.map((operand, index) => [`:${attribute}${index}`, operand] as const);
  return {
    expression: `#${attribute} IN (${entries.map(([operand]) => operand).join(', ')})`,
    names: { [`#${attribute}`]: attribute },
    values: Object.fromEntries(entries),
  };
}

function revisionIn(revisions: readonly string[]): Condition {
  const numbers = revisions.slice(0, MAX_REVISIONS).map(revisionNumber);
  return isOneOf('revision', numbers.length === 0 ? [NO_REVISION] : numbers);
}

function differs({ at, operand, value }: { at: string; operand: string; value: unknown }): string {
  return value === null ? `attribute_exists(${at})` : `attribute_not_exists(${at}) OR ${at} <> ${operand}`;
}

/** Revisions begin at 1. */
const NO_REVISION = 0;

/** Revisions are opaque strings to clients. Anything not in canonical form (`"07"`) matches no revision. */
function revisionNumber(text: string): number {
  return /^[1-9]\d{0,14}$/u.test(text) ? Number(text) : NO_REVISION;
}
