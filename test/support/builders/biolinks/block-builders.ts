import type { Block, BlockContent } from '#shared/biolinks/domain/block.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';

/** A link without a visibility window. */
export function aBlock(overrides: Partial<Block> = {}): Block {
  return {
    id: newId(NOW),
    workspaceId: newId(NOW),
    pageId: newId(NOW),
    content: { type: 'link', title: 'Notes', url: 'https://notes.example.com', icon: null },
    visible: true,
    startsAt: null,
    endsAt: null,
    createdAt: NOW,
    updatedAt: NOW,
    ...overrides,
  };
}

/** One content of every type, with all of its fields. */
export const EVERY_CONTENT: readonly BlockContent[] = [
  { type: 'link', title: 'Notes', url: 'https://notes.example.com', icon: 'website' },
  { type: 'header', title: 'Work' },
  { type: 'text', text: 'Line one\nLine two' },
  { type: 'image', mediaUrl: 'https://media.example.com/a.png', alt: 'An engine', url: 'http://example.com' },
  { type: 'social', items: [{ network: 'mastodon', url: 'https://social.example.com/@ada' }] },
  { type: 'email', title: 'Write', email: 'ada@example.com' },
  { type: 'phone', title: 'Call', phone: '+49 30 1234567' },
  { type: 'video', url: 'https://youtu.be/dQw4w9WgXcQ' },
  {
    type: 'signup',
    title: 'Newsletter',
    button: 'Join',
    consent: 'I would like to get the newsletter.',
    asksName: false,
    thanks: 'Welcome!',
  },
  { type: 'divider' },
];

/** One body of every type, with all of its fields. */
export const EVERY_BODY: readonly ({ type: string } & Record<string, unknown>)[] = [
  { type: 'link', title: 'Notes', url: 'https://notes.example.com', icon: 'website' },
  { type: 'header', title: 'Work' },
  { type: 'text', text: 'Line one\nLine two' },
  {
    type: 'image',
    media_url: 'https://media.example.com/a.png',
    alt: 'An engine',
    url: 'http://example.com',
  },
  { type: 'social', items: [{ network: 'mastodon', url: 'https://social.example.com/@ada' }] },
  { type: 'email', title: 'Write', email: 'ada@example.com' },
  { type: 'phone', title: 'Call', phone: '+49 30 1234567' },
  { type: 'video', url: 'https://youtu.be/dQw4w9WgXcQ' },
  {
    type: 'signup',
    title: 'Newsletter',
    button: 'Join',
    consent: 'I would like to get the newsletter.',
    ask_name: false,
    thanks: 'Welcome!',
  },
  { type: 'divider' },
];
