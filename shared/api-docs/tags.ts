import type { ApiProduct } from '#shared/platform/http/operation.ts';

type Tag = { readonly name: string; readonly description: string };

/** The groups of the reference in their order: the operations of each product, and the events. */
export const TAGS: Readonly<Record<ApiProduct | 'events', Tag>> = {
  publishing: { name: 'publishing', description: 'Social accounts, posts, tags and media' },
  biolinks: {
    name: 'biolinks',
    description: 'Bio-link pages, their blocks, domains and pixels, and what visitors see',
  },
  salesbot: {
    name: 'salesbot',
    description:
      'The messaging product (`salesbot`): contacts, conversations, messages, broadcasts, events from your messaging system, and the ' +
      'records that these events name, such as orders. The platform sends messages on `sms`, `whatsapp` and `sandbox`. On other channels, your messaging system claims messages with ' +
      '`claimMessage` and reports about them with `reportMessage`. Broadcasts with the `sender` `platform` are sent by the platform. Your messaging system sends ' +
      'the others: it lists those in the state `in_flight`, and reports the progress with `reportBroadcast`',
  },
  webhooks: {
    name: 'webhook endpoints',
    description: 'Endpoints, deliveries, resends and recoveries, and the log of all events',
  },
  workspace: { name: 'workspace', description: 'The workspace, its members, API keys and audit log' },
  meta: { name: 'meta', description: 'Health check, documentation and MCP server of the API' },
  events: { name: 'webhook events', description: 'Requests that the platform sends to webhook endpoints' },
};
