import { type ComparedField, plain } from '#console/parts/compared-field.ts';
import type { ListedPost, PostBody } from '#console/screens/publishing/post-reads.ts';

/** One post of a thread. */
export type ItemDraft = {
  readonly body: string;
  readonly url: string;
  readonly media: readonly number[];
};

/** The content of an account; 0 for the original. */
export type VersionDraft = {
  readonly accountId: number;
  readonly content: readonly ItemDraft[];
  /** Options of networks, which the console keeps as they are. */
  readonly options: NonNullable<PostBody['versions'][number]['options']>;
};

/** What a person enters about a post. Date and time are empty if they are not set. */
export type PostDraft = {
  readonly accounts: readonly number[];
  readonly tags: readonly number[];
  readonly date: string;
  readonly time: string;
  readonly versions: readonly VersionDraft[];
};

export const EMPTY_ITEM: ItemDraft = { body: '', url: '', media: [] };

export const EMPTY_POST: PostDraft = {
  accounts: [],
  tags: [],
  date: '',
  time: '',
  versions: [{ accountId: 0, content: [EMPTY_ITEM], options: {} }],
};

export function draftOf(post: Omit<ListedPost, 'id'>): PostDraft {
  return {
    accounts: post.accounts,
    tags: post.tags,
    date: post.date ?? '',
    time: post.time ?? '',
    versions: post.versions.map(({ account_id: accountId, content, options }) => ({
      accountId,
      content: content.map(({ body, url, media }) => ({ body: body ?? '', url: url ?? '', media })),
      // The type of the view says nothing about options, which the API returns as they were sent.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      options: options as VersionDraft['options'],
    })),
  };
}

/**
 * What a key can save of a post. A key that may not publish cannot save a time: it proposes the time when it submits the post.
 */
export function savableDraft(post: Omit<ListedPost, 'id'>, mayPublish: boolean): PostDraft {
  const draft = draftOf(post);
  return mayPublish || !post.schedule_complete ? draft : { ...draft, time: '' };
}

/** Whether a saved edit voids the approval of a post: one of anything but the tags of an approved post. */
export function voidsApproval(
  { status_name: status, approval }: Pick<ListedPost, 'status_name' | 'approval'>,
  from: PostDraft,
  to: PostDraft,
): boolean {
  const published = (draft: PostDraft): string => JSON.stringify({ ...requestOf(draft), tags: [] });
  return status === 'scheduled' && approval?.state === 'approved' && published(from) !== published(to);
}

/** The request with all fields: what is left out becomes empty. */
export function requestOf({ accounts, tags, date, time, versions }: PostDraft): PostBody {
  return {
    accounts: [...accounts],
    tags: [...tags],
    date: date || null,
    time: time || null,
    versions: versions
      .filter(({ accountId }) => accountId === 0 || accounts.includes(accountId))
      .map(({ accountId, content, options }) => ({
        account_id: accountId,
        is_original: accountId === 0,
        content: content.map(({ body, url, media }) => ({ body: body || null, url, media: [...media] })),
        ...(Object.keys(options).length === 0 ? {} : { options }),
      })),
  };
}

/** The request that edits a post: it has all fields, or none if nothing differs. */
export function changesOf(from: PostDraft, to: PostDraft): Partial<PostBody> {
  const request = requestOf(to);
  return JSON.stringify(requestOf(from)) === JSON.stringify(request) ? {} : request;
}

/** The draft with one of its versions replaced, added, or removed. */
export function withVersion(
  draft: PostDraft,
  accountId: number,
  content: readonly ItemDraft[] | null,
): PostDraft {
  const others = draft.versions.filter((version) => version.accountId !== accountId);
  if (content === null) return { ...draft, versions: others };
  const before = draft.versions.find((version) => version.accountId === accountId);
  if (before === undefined)
    return { ...draft, versions: [...draft.versions, { accountId, content, options: {} }] };
  return {
    ...draft,
    versions: draft.versions.map((version) => (version === before ? { ...version, content } : version)),
  };
}

/** The fields that a conflict compares. */
export function comparedFields(nameOf: {
  readonly account: (id: number) => string;
  readonly tag: (id: number) => string;
}): readonly ComparedField<PostDraft>[] {
  return [
    {
      name: 'accounts',
      label: 'Accounts',
      textOf: ({ accounts }) => accounts.map(nameOf.account).join(', '),
    },
    { name: 'tags', label: 'Tags', textOf: ({ tags }) => tags.map(nameOf.tag).join(', ') },
    plain('date', 'Day'),
    plain('time', 'Time'),
    {
      name: 'versions',
      label: 'Content',
      textOf: ({ versions }) =>
        versions
          .map(({ accountId, content }) => {
            const text = content.map(textOfItem).join(' / ');
            return accountId === 0 ? text : `${nameOf.account(accountId)}: ${text}`;
          })
          .join(' · '),
    },
  ];
}

function textOfItem({ body, url, media }: ItemDraft): string {
  const files = media.length === 0 ? '' : `[files ${media.join(', ')}]`;
  return [body, url, files].filter(Boolean).join(' ');
}
