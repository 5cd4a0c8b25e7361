import type { components } from '#clients/typescript/schema.d.ts';
import { type ComparedField, plain, yesOrNo } from '#console/parts/compared-field.ts';
import { difference } from '#console/parts/difference.ts';
import { fromLocalTime, toLocalTime } from '#console/parts/local-time.ts';
import type { Block } from '#console/screens/biolinks/pages/page-reads.ts';

type Schemas = components['schemas'];
export type BlockType = Block['type'];
export type NewBlock = Schemas['CreateBlockBody'];
export type BlockChanges = Schemas['UpdateBlockBody'];
export type PreviewBlock = NonNullable<Schemas['PreviewPageBody']['blocks']>[number];
export type Profile = Schemas['SocialBlock']['items'][number];
export type Network = Profile['network'];

/** The types of blocks as words. */
export const BLOCK_TYPES: readonly (readonly [BlockType, string])[] = [
  ['link', 'link'],
  ['header', 'heading'],
  ['text', 'text'],
  ['image', 'picture'],
  ['social', 'profiles'],
  ['email', 'e-mail address'],
  ['phone', 'phone number'],
  ['video', 'video'],
  ['signup', 'sign-up form'],
  ['divider', 'line'],
];

/** The networks whose icons a link or a profile can show. */
export const NETWORKS: readonly Network[] = [
  'bluesky',
  'facebook',
  'github',
  'instagram',
  'linkedin',
  'mastodon',
  'pinterest',
  'snapchat',
  'spotify',
  'telegram',
  'threads',
  'tiktok',
  'twitch',
  'whatsapp',
  'x',
  'youtube',
  'website',
];

/** What a person enters about a block, whatever its type. Times are local times of the workspace. */
export type BlockDraft = {
  readonly type: BlockType;
  readonly title: string;
  readonly url: string;
  readonly icon: Network | '';
  readonly text: string;
  readonly mediaUrl: string;
  readonly alt: string;
  readonly items: readonly Profile[];
  readonly email: string;
  readonly phone: string;
  readonly button: string;
  /** The text that visitors agree to. */
  readonly consent: string;
  readonly asksName: boolean;
  readonly thanks: string;
  readonly visible: boolean;
  readonly startsAt: string;
  readonly endsAt: string;
};

type Field = Exclude<keyof BlockDraft, 'type' | 'visible' | 'asksName' | 'startsAt' | 'endsAt'>;

/** The fields of each type, in the order of the form. */
export const FIELDS_OF: Readonly<Record<BlockType, readonly Field[]>> = {
  link: ['title', 'url', 'icon'],
  header: ['title'],
  text: ['text'],
  image: ['mediaUrl', 'alt', 'url'],
  social: ['items'],
  email: ['title', 'email'],
  phone: ['title', 'phone'],
  video: ['url'],
  signup: ['title', 'consent', 'button', 'thanks'],
  divider: [],
};

/** The labels of fields whose meaning depends on the type. */
export const LABELS: Readonly<Partial<Record<BlockType, Partial<Record<'title' | 'url', string>>>>> = {
  link: { title: 'Title of the link', url: 'URL of the link' },
  header: { title: 'Heading' },
  image: { url: 'URL that the picture leads to' },
  email: { title: 'Text on the button' },
  phone: { title: 'Text on the button' },
  video: { url: 'URL of the video' },
  signup: { title: 'Title of the form' },
};

/** The fields that the form of a block shows, as pointers of the API. */
export const BLOCK_FIELDS = [...new Set(Object.values(FIELDS_OF).flat()), 'starts_at', 'ends_at'].map(
  (name) => `#/${name === 'mediaUrl' ? 'media_url' : name}`,
);

export function emptyBlock(type: BlockType): BlockDraft {
  return {
    type,
    title: '',
    url: '',
    icon: '',
    text: '',
    mediaUrl: '',
    alt: '',
    items: type === 'social' ? [{ network: 'instagram', url: '' }] : [],
    email: '',
    phone: '',
    button: 'Sign up',
    consent: '',
    asksName: true,
    thanks: 'Thank you. You are signed up.',
    visible: true,
    startsAt: '',
    endsAt: '',
  };
}

export function draftOf(block: Block, timezone: string): BlockDraft {
  return {
    ...emptyBlock(block.type),
    ...contentOf(block),
    visible: block.visible,
    startsAt: localOf(block.starts_at, timezone),
    endsAt: localOf(block.ends_at, timezone),
  };
}

function contentOf(block: Block): Partial<BlockDraft> {
  switch (block.type) {
    case 'link':
      return { title: block.title, url: block.url, icon: block.icon ?? '' };
    case 'image':
      return { mediaUrl: block.media_url, alt: block.alt, url: block.url ?? '' };
    case 'text':
      return { text: block.text };
    case 'social':
      return { items: block.items };
    case 'email':
      return { title: block.title, email: block.email };
    case 'phone':
      return { title: block.title, phone: block.phone };
    case 'video':
      return { url: block.url };
    case 'signup':
      return {
        title: block.title,
        button: block.button,
        consent: block.consent,
        asksName: block.ask_name,
        thanks: block.thanks,
      };
    case 'header':
      return { title: block.title };
    default:
      return {};
  }
}

/** The block as a request has it: the fields of its type and no others. */
export function requestOf(draft: BlockDraft, timezone: string): NewBlock & PreviewBlock {
  const common = {
    visible: draft.visible,
    starts_at: instantOf(draft.startsAt, timezone),
    ends_at: instantOf(draft.endsAt, timezone),
  };
  const { type, title, url } = draft;
  switch (type) {
    case 'link':
      return { type, title, url, icon: draft.icon || null, ...common };
    case 'image':
      return { type, media_url: draft.mediaUrl, alt: draft.alt, url: url || null, ...common };
    case 'text':
      return { type, text: draft.text, ...common };
    case 'social':
      return { type, items: [...draft.items], ...common };
    case 'email':
      return { type, title, email: draft.email, ...common };
    case 'phone':
      return { type, title, phone: draft.phone, ...common };
    case 'video':
      return { type, url, ...common };
    case 'signup':
      return {
        type,
        title,
        button: draft.button,
        consent: draft.consent,
        ask_name: draft.asksName,
        thanks: draft.thanks,
        ...common,
      };
    case 'header':
      return { type, title, ...common };
    default:
      return { type, ...common };
  }
}

/** Returns the function that compares two drafts: the request that edits a block has the fields that differ. */
export function changesIn(timezone: string) {
  return (from: BlockDraft, to: BlockDraft): BlockChanges =>
    difference<BlockChanges>(requestOf(from, timezone), requestOf(to, timezone));
}

/** Whether the required fields have a value, so that the block can be sent. */
export function isComplete(draft: BlockDraft): boolean {
  return FIELDS_OF[draft.type].every((field) => {
    if (field === 'items') return draft.items.length > 0 && draft.items.every(({ url }) => url.trim() !== '');
    const isOptional = field === 'icon' || (field === 'url' && draft.type === 'image');
    return isOptional || draft[field].trim() !== '';
  });
}

/** The fields that a conflict compares. */
export const COMPARED_FIELDS: readonly ComparedField<BlockDraft>[] = [
  plain('title', 'Title'),
  plain('text', 'Text'),
  plain('mediaUrl', 'URL of the picture'),
  plain('alt', 'Description of the picture'),
  plain('url', 'URL'),
  plain('icon', 'Icon'),
  {
    name: 'items',
    label: 'Profiles',
    textOf: ({ items }) => items.map(({ network, url }) => `${network} ${url}`).join(', '),
  },
  plain('email', 'E-mail address'),
  plain('phone', 'Phone number'),
  plain('button', 'Text on the button'),
  plain('consent', 'Text that visitors agree to'),
  yesOrNo('asksName', 'Asks for the name'),
  plain('thanks', 'Text after the sign-up'),
  yesOrNo('visible', 'Visible'),
  plain('startsAt', 'Visible from'),
  plain('endsAt', 'Visible until'),
];

/** The type of a block as words. */
export function typeName(type: BlockType): string {
  return BLOCK_TYPES.find(([each]) => each === type)?.[1] ?? type;
}

/** What distinguishes a block from others of its type, as one line. */
export function summaryOf(block: Block): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
      return block.alt;
    case 'video':
      return block.url;
    case 'social':
      return block.items.map(({ network }) => network).join(', ');
    case 'divider':
      return '';
    default:
      return block.title;
  }
}

function localOf(at: string | null, timezone: string): string {
  return at === null ? '' : toLocalTime(Date.parse(at), timezone);
}

function instantOf(local: string, timezone: string): string | null {
  return local === '' ? null : fromLocalTime(local, timezone);
}
