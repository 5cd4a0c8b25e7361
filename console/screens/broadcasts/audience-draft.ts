import type { Broadcast } from './broadcast-reads.ts';

type Audience = NonNullable<Broadcast['audience']>;

/** The audience of a platform broadcast in the form. A contact must fulfil all conditions; without conditions, every contact is meant. */
export type AudienceDraft = {
  readonly stage: string;
  readonly anyTags: readonly string[];
  readonly allTags: readonly string[];
  /** Where the contacts come from. */
  readonly origin: string;
  /** The ID of an import of contacts with a list. */
  readonly list: string;
  /** The conditions that the form has no field for, as JSON; `{}` for none. An edit keeps them. */
  readonly others: string;
};

const NO_OTHERS = '{}';

export const EVERYBODY: AudienceDraft = {
  stage: '',
  anyTags: [],
  allTags: [],
  origin: '',
  list: '',
  others: NO_OTHERS,
};

/** Shows an audience in the form. A value of another type than that of its field stays among the others. */
export function audienceDraftOf(audience: Broadcast['audience']): AudienceDraft {
  const { tags, ...values } = audience ?? {};
  const others: Record<string, unknown> = {};
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (['stage', 'platform', 'list'].includes(name) && typeof value === 'string') texts[name] = value;
    else others[name] = value;
  }
  const { any, all, ...otherTags } = isObject(tags) ? tags : {};
  const unknownTags = {
    ...otherTags,
    ...(isOfTexts(any) ? {} : { any }),
    ...(isOfTexts(all) ? {} : { all }),
  };
  if (tags !== undefined && !isObject(tags)) others['tags'] = tags;
  else if (Object.keys(unknownTags).length > 0) others['tags'] = unknownTags;
  return {
    stage: texts['stage'] ?? '',
    anyTags: isOfTexts(any) ? (any ?? []) : [],
    allTags: isOfTexts(all) ? (all ?? []) : [],
    origin: texts['platform'] ?? '',
    list: texts['list'] ?? '',
    others: JSON.stringify(others),
  };
}

/** The audience that the form shows. */
export function platformAudienceOf(draft: AudienceDraft): Audience {
  const { anyTags, allTags, origin } = draft;
  const stage = draft.stage.trim();
  const list = draft.list.trim();
  const { tags: otherTags, ...others } = othersOf(draft);
  const tags = {
    ...(isObject(otherTags) ? otherTags : {}),
    ...(anyTags.length === 0 ? {} : { any: anyTags }),
    ...(allTags.length === 0 ? {} : { all: allTags }),
  };
  const hasTags = Object.keys(tags).length > 0;
  return {
    ...others,
    ...(otherTags === undefined || isObject(otherTags) ? {} : { tags: otherTags }),
    ...(stage === '' ? {} : { stage }),
    ...(hasTags ? { tags } : {}),
    ...(origin === '' ? {} : { platform: origin }),
    ...(list === '' ? {} : { list }),
  };
}

/** The broadcast whose failed recipients are the audience; undefined for another audience. */
export function repeatedBroadcast(draft: AudienceDraft): string | undefined {
  const { failed_of: broadcast } = othersOf(draft);
  return typeof broadcast === 'string' ? broadcast : undefined;
}

/** Which recipients of the repeated broadcast are the audience. */
export function repeatedRecipients(draft: AudienceDraft): string {
  return othersOf(draft)['include_unknown'] === true
    ? 'failed recipients, and those whose result is unknown,'
    : 'failed recipients';
}

/** The conditions that the form cannot show, as JSON; undefined if it shows all. */
export function hiddenConditions(draft: AudienceDraft): string | undefined {
  return draft.others === NO_OTHERS || repeatedBroadcast(draft) !== undefined ? undefined : draft.others;
}

function othersOf({ others }: AudienceDraft): Record<string, unknown> {
  const parsed: unknown = JSON.parse(others);
  return isObject(parsed) ? parsed : {};
}

function isOfTexts(value: unknown): value is readonly string[] | undefined {
  return value === undefined || (Array.isArray(value) && value.every((each) => typeof each === 'string'));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
