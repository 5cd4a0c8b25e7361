import { PICTURE_SIZE } from './picture.ts';
import type { Dictionary } from './schema-arbitrary.ts';

/** Meaningful values by field name. URLs point to the receiver of the stack, never to the internet. */
export function dictionaryFor(receiverUrl: string): Dictionary {
  return {
    url: [
      `${receiverUrl}/hooks`,
      'https://hooks.example.com/orders',
      'https://hooks.example.com/contacts',
      'https://shop.example.com/lamps',
    ],
    timezone: ['Europe/Berlin', 'UTC', 'America/New_York', 'Asia/Kathmandu', 'Mars/Olympus'],
    theme: ['paper', 'ink', 'high-contrast', 'none'],
    font_override: ['inter', 'lora', 'system', 'none', null],
    instance_url: [receiverUrl, 'https://10.0.0.1'],
    site_url: [receiverUrl, `${receiverUrl}/blog`, 'https://10.0.0.1'],
    service: [receiverUrl, 'https://10.0.0.1'],
    bot_token: ['110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw', 'MTAxMjM0.GaBcDe.fGhIjKlMnOpQrStUvWxYz'],
    chat_id: ['-1001234567890', '@moreau_lights', 'moreau'],
    channel_id: ['1012345678900020080', '7'],
    client_id: ['local-app', 'another-app'],
    client_secret: ['local-secret', 'another-secret'],
    // A state and a code of the stack are encrypted, so that no fixed value is valid.
    redirect: ['https://portal.example.com/accounts', 'https://10.0.0.1'],
    host: ['links.example.com', 'shop.example.org', 'localhost', '10.0.0.1'],
    accounts: [[], [], [], [1], [1, 2, 1], [99]],
    // Posts have numbers, contacts names.
    tags: [[], [], [], [], [], [], [], [], [1], [2, 1], ['vip'], ['vip', 'newsletter']],
    custom_fields: [{}, { customer_number: 'C-1042' }, { orders: 3, wholesale: true }],
    dates: [
      {},
      { birthday: { date: '1990-03-14' } },
      { contract_end: { date: '2099-06-30', repeats: 'never' } },
    ],
    phone: ['+12025550143', '+49 30 901820', null],
    media: [[], [], [], [1], [99]],
    date: ['2099-03-28', '2099-10-25', '2020-01-01', null],
    time: ['02:30', '00:00', '23:59', null],
    versions: [
      [{ account_id: 0, is_original: true, content: [{ body: 'An idea' }] }],
      [
        { account_id: 0, is_original: true, content: [{ body: 'An idea' }, { body: 'and more' }] },
        { account_id: 1, is_original: false, content: [{ body: 'for one' }] },
      ],
    ],
    limit: [1, 2, 100],
    size: [PICTURE_SIZE],
    mime_type: ['image/png', 'image/png', 'image/gif'],
    status: ['draft', 'active', 'archived', 'connected', 'disabled', 'sent', 'delivered'],
    data: [
      { contact: { id: '7d7b3a52-6f0c-4a53-9f5e-0a8f6f1b2c3d', name: 'Ada' } },
      { order: { id: '2f1f8d5e-1b1a-4c57-8a37-9a1f5a9d7f10', total: '59.90', currency: 'EUR' } },
    ],
    immediate: [true],
    enabled: [true],
  };
}

/**
 * Replaces the server in credentials by one of this machine. Otherwise credentials for Bluesky and dev.to would be sent to the
 * real services, and those for Mastodon and WordPress to a random host. The stack replaces the hosts of Discord and Telegram
 * (`NETWORK_ORIGINS`).
 */
export function stayingHere(body: unknown, receiverUrl: string): unknown {
  const { credentials }: { credentials?: unknown } = Object(body);
  if (typeof credentials !== 'object' || credentials === null) return body;
  const member = MEMBERS.find(([secret]) => secret in credentials)?.[1];
  if (member === undefined) return body;
  const address: unknown = Reflect.get(credentials, member);
  const hasName = typeof address !== 'string' || /^https?:.*[a-z]/iu.test(address);
  return hasName ? { ...Object(body), credentials: { ...credentials, [member]: receiverUrl } } : body;
}

/** Credential fields, each with the field that contains the server. */
const MEMBERS = [
  ['access_token', 'instance_url'],
  ['app_password', 'service'],
  ['application_password', 'site_url'],
  ['api_key', 'service'],
] as const;
