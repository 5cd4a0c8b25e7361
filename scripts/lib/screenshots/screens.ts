import type { ExampleRecords } from './example-records.ts';

/** A picture has the width of a desktop or of a phone, in one colour scheme. */
export type Look = { readonly width: 1280 | 360; readonly colorScheme: 'light' | 'dark' };

export type Screen = {
  /** First part of the file's name. */
  readonly name: string;
  /** Path below `/console`. */
  readonly path: (records: ExampleRecords) => string;
  /** Selector of what the screen shows once it has its data. */
  readonly shows: string;
  readonly looks: readonly Look[];
};

const DESKTOP: Look = { width: 1280, colorScheme: 'light' };
const DARK: Look = { width: 1280, colorScheme: 'dark' };
const PHONE: Look = { width: 360, colorScheme: 'light' };

/** The pictures of docs/console.md. */
export const SCREENS: readonly Screen[] = [
  { name: 'home', path: () => '/', shows: 'main article', looks: [DESKTOP, DARK, PHONE] },
  {
    name: 'endpoints',
    path: () => '/endpoints',
    shows: 'main a[href*="/console/endpoints/"]',
    looks: [DESKTOP],
  },
  {
    name: 'endpoint',
    path: ({ failing }) => `/endpoints/${failing}`,
    shows: 'main a[href*="/console/deliveries/"]',
    looks: [DESKTOP],
  },
  {
    name: 'metrics',
    path: ({ failing }) => `/endpoints/${failing}/metrics`,
    shows: 'main svg',
    looks: [DESKTOP],
  },
  { name: 'new-endpoint', path: () => '/endpoints/new', shows: 'main form', looks: [DESKTOP] },
  {
    name: 'settings',
    path: ({ failing }) => `/endpoints/${failing}/settings`,
    shows: 'main form',
    looks: [DESKTOP],
  },
  {
    name: 'recover',
    path: ({ failing }) => `/endpoints/${failing}/recover`,
    shows: 'main form',
    looks: [DESKTOP],
  },
  {
    name: 'delivery',
    path: ({ failing, retrying }) => `/deliveries/${failing}/${retrying}`,
    shows: 'main svg',
    looks: [DESKTOP, DARK, PHONE],
  },
  { name: 'events', path: () => '/events', shows: 'main a[href*="/console/events/"]', looks: [DESKTOP] },
  {
    name: 'event',
    path: ({ event }) => `/events/${event}`,
    shows: 'main a[href*="/console/deliveries/"]',
    looks: [DESKTOP],
  },
  {
    name: 'catalogue-event',
    path: () => '/catalogue/salesbot.store.order_paid',
    shows: 'main h2',
    looks: [DESKTOP],
  },
  { name: 'notifications', path: () => '/notifications', shows: 'main .rows li', looks: [DESKTOP] },
  { name: 'posts', path: () => '/posts', shows: 'main .card', looks: [DESKTOP] },
  { name: 'post', path: ({ post }) => `/posts/${post}`, shows: 'main .preview article', looks: [DESKTOP] },
  {
    name: 'page-editor',
    path: ({ page }) => `/pages/${page}/edit`,
    shows: 'main .preview iframe',
    looks: [DESKTOP],
  },
  {
    name: 'page-analytics',
    path: ({ page }) => `/pages/${page}/analytics`,
    shows: 'main .bars',
    looks: [DESKTOP],
  },
  { name: 'keys', path: () => '/keys', shows: 'main a[href*="/console/keys/"]', looks: [DESKTOP] },
  { name: 'audit-log', path: () => '/audit', shows: 'main time', looks: [DESKTOP] },
];
