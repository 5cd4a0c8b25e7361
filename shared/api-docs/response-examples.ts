import { type CatalogueEvent, EVENT_CATALOGUE } from '#shared/events/catalogue/event-catalogue.ts';
import { eventJsonSchema } from '#shared/events/catalogue/event-json-schema.ts';
import { sampleEnvelope } from '#shared/events/catalogue/event-sample.ts';
import { downloadingMedia, media, post } from './content-examples.ts';
import { delivery, deliveryWithPayload, event as loggedEvent } from './webhook-examples.ts';
import { exported, key, member, workspace } from './workspace-examples.ts';

/** The secret of the test vector in the webhook guide. */
const SIGNING_SECRET = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=';

/** Fields that have the same example everywhere. */
export const MEMBER_EXAMPLES: Readonly<Record<string, unknown>> = {
  deleted: false,
  has_more: false,
  next_cursor: null,
  revision: '3',
  searched_until: null,
  secret: SIGNING_SECRET,
  removals: [post.id],
  to_trash: true,
  warnings: [],
};

/** Examples of responses that contain more than views, by the name of their component. */
export const RESPONSE_EXAMPLES: Readonly<Record<string, unknown>> = {
  CreateApiKeyResponse: { data: key, secret: `${key.prefix}${'0'.repeat(32)}${key.last4}` },
  DeleteMediaFilesResponse: {
    deleted: true,
    ids: [media.uuid],
    skipped: [{ id: '7', code: 'media_in_use' }],
  },
  DeletePostsResponse: {
    deleted: false,
    to_trash: true,
    removals: [post.id],
    ids: [post.id],
    skipped: [{ id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d52', code: 'post_publishing' }],
  },
  CreateMediaFromUrlResponse: {
    data: downloadingMedia,
    status: 'pending',
    download_id: downloadingMedia.uuid,
  },
  EraseContactResponse: { data: { id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d53', state: 'queued' } },
  GetDocumentResponse: { openapi: '3.1.0', info: { title: 'Workspace platform', version: '1.0.0' } },
  GetCurrentKeyResponse: {
    data: {
      workspace: { id: workspace.id, name: workspace.name, timezone: workspace.timezone },
      key: {
        id: key.id,
        console: key.console,
        expires_at: key.expires_at,
        permissions: key.permissions,
        reserved_permissions: [],
      },
      member: { id: member.id, name: member.name, role: member.role },
    },
  },
  GetMediaResponse: {
    data: { ...media, url: 'https://files.example.com/Engine.png?X-Amz-Signature=7f3e9d2c' },
  },
  GetRootResponse: {
    openapi: 'https://api.example.com/openapi.json',
    reference: 'https://api.example.com/docs',
    console: 'https://api.example.com/console',
  },
  IngestEventResponse: { data: { id: delivery.event_id, matched_endpoints: 1 } },
  ListAvailableEventsResponse: { data: EVENT_CATALOGUE.filter(isShown).map(toListed) },
  PreviewEndpointResponse: {
    data: {
      target: { reachable: true, protocol: 'TLSv1.3', address: '203.0.113.7', error: null },
      public_key: null,
      deliveries: [
        {
          event: delivery.event,
          headers: {
            'content-type': 'application/json',
            'x-webhook-event': delivery.event,
            'x-webhook-delivery': delivery.id,
          },
          body: JSON.stringify(deliveryWithPayload.payload),
        },
      ],
      filter_effect: {
        events_read: 500,
        events_matched: 132,
        oldest_at: '2027-03-12T11:02:47.190Z',
        newest_at: loggedEvent.recorded_at,
        complete: true,
        events: [
          {
            id: loggedEvent.id,
            event: loggedEvent.event,
            recorded_at: loggedEvent.recorded_at,
            matched: true,
          },
        ],
      },
      warnings: [],
    },
    secret: SIGNING_SECRET,
  },
  RecoverEndpointResponse: { data: { matched: 128, count_complete: true }, warnings: [] },
  UpdatePostResponse: { success: true },
  GetWorkspaceResponse: { data: workspace, recompute: { state: 'done', done: 12, kept: 0 }, deletion: null },
  CreateExportResponse: { data: { ...exported, state: 'queued', finished_at: null, files: [] } },
  GetExportResponse: { data: exported },
  DeleteWorkspaceResponse: {
    data: {
      state: 'scheduled',
      requested_at: '2027-03-14T09:26:53.005Z',
      erase_at: '2027-03-21T09:26:53.005Z',
    },
  },
  UpdateWorkspaceResponse: { data: workspace, recompute: { state: 'queued' } },
};

function isShown({ name }: CatalogueEvent): boolean {
  return name === delivery.event;
}

function toListed(event: CatalogueEvent) {
  return {
    event: event.name,
    product: event.product,
    group: event.group,
    title: event.title,
    description: event.description,
    channels: event.channels,
    limited_channels: event.limitedChannels,
    schema_version: '1',
    schema: eventJsonSchema(event),
    sample: sampleEnvelope(event, {
      id: delivery.event_id,
      workspaceId: workspace.id,
      occurredAt: new Date('2027-03-14T09:26:52.000Z'),
    }),
    subscribable: true,
  };
}
