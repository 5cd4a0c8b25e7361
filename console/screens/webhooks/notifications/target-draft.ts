import { CONDITIONS } from './conditions.ts';
import type { Condition, NewTarget, Target } from './notification-reads.ts';

/** What a person enters about a target. */
export type TargetDraft = {
  readonly name: string;
  readonly kind: Target['kind'];
  readonly url: string;
  readonly email: string;
  readonly conditions: readonly Condition[];
  /** A number as text, so that the API can report what is none. */
  readonly exhaustedAfter: string;
};

/** The fields that the form of a target shows, as pointers of the API. */
export const TARGET_FIELDS = ['#/name', '#/kind', '#/url', '#/email', '#/conditions', '#/exhausted_after'];

export const EMPTY_DRAFT: TargetDraft = {
  name: '',
  kind: 'https',
  url: '',
  email: '',
  conditions: ['first_final_failure', 'breaker_opened'],
  exhaustedAfter: '10',
};

/** The draft of an edit. The URL of a Slack webhook is a secret, so its field is empty and changes nothing while it is. */
export function draftOf({ name, kind, url, email, conditions, exhausted_after }: Target): TargetDraft {
  return {
    name,
    kind,
    url: url ?? '',
    email: email ?? '',
    conditions,
    exhaustedAfter: String(exhausted_after),
  };
}

/** The request that creates the target. */
export function requestOf({ name, kind, url, email, conditions, exhaustedAfter }: TargetDraft): NewTarget {
  const counts = conditions.includes('attempts_exhausted');
  return {
    name,
    kind,
    ...(kind === 'email' ? { email } : { url }),
    conditions: [...conditions],
    ...(counts ? { exhausted_after: Number(exhaustedAfter) } : {}),
  };
}

/** The fields of the request that edits a target: those that differ. */
export function changesOf(from: TargetDraft, to: TargetDraft) {
  return {
    ...(from.name === to.name ? {} : { name: to.name }),
    ...(from.url === to.url ? {} : { url: to.url }),
    ...(from.conditions.join() === to.conditions.join() ? {} : { conditions: [...to.conditions] }),
    ...(from.exhaustedAfter === to.exhaustedAfter ? {} : { exhausted_after: Number(to.exhaustedAfter) }),
  };
}

/** The conditions with or without one of them, in the order of the API. One that this version does not know is kept. */
export function toggled(chosen: readonly Condition[], toggledOne: Condition): readonly Condition[] {
  const known = CONDITIONS.map(({ condition }) => condition);
  const unknown = chosen.filter((each) => !known.includes(each));
  return [...known.filter((each) => chosen.includes(each) !== (each === toggledOne)), ...unknown];
}

/** A request as the screen shows it: the URL of a Slack webhook is a secret. */
export function withoutSecret<T extends { readonly url?: string }>(kind: Target['kind'], body: T): T {
  return kind === 'slack' && body.url !== undefined ? { ...body, url: '<URL of the webhook>' } : body;
}
