import type { InferInput } from 'valibot';
import type { importSchema, importUploadSchema } from '#shared/messaging/http/import-view.ts';
import type { exportMediaSchema } from '#shared/privacy/http/export-media-view.ts';
import type { contactExportSchema, exportSchema } from '#shared/privacy/http/export-view.ts';
import type { auditEventSchema } from '#shared/workspaces/http/audit-view.ts';
import type { keySchema } from '#shared/workspaces/http/key-view.ts';
import type { memberSchema } from '#shared/workspaces/http/member-view.ts';
import type { recomputeSchema, workspaceSchema } from '#shared/workspaces/http/workspace-view.ts';
import { EXAMPLE_REQUEST_ID } from './components.ts';
import { page } from './page-examples.ts';
import { endpoint } from './webhook-examples.ts';

const CREATED = '2027-03-01T09:00:00.000Z';
const UPDATED = '2027-03-14T09:26:53.005Z';

/** Examples of the workspace, its members and its keys. */
export const key: InferInput<typeof keySchema> = {
  id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d4d',
  name: 'Reporting',
  member_id: endpoint.responsible_member.id,
  prefix: 'wsk_',
  last4: 'r4Tz',
  permissions: ['publishing:posts:read'],
  granted_permissions: ['publishing:posts:read'],
  rate_limits: { read: 300, write: 120, ingest: 6000 },
  console: false,
  created_at: CREATED,
  expires_at: null,
  last_used_at: UPDATED,
};

/** A console link, with the ID of its key. */
export const consoleLink = {
  id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d54',
  expires_at: '2027-03-14T10:26:53.005Z',
  url: `https://api.example.com/console#key=wsk_${'0'.repeat(32)}r4Tz&path=/endpoints`,
};

export const member: InferInput<typeof memberSchema> = {
  ...endpoint.responsible_member,
  email: 'ada@example.com',
  role: 'admin',
  products: ['publishing', 'biolinks', 'salesbot'],
  created_at: CREATED,
};

export const workspace: InferInput<typeof workspaceSchema> = {
  id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d4e',
  name: 'Analytical Engines',
  timezone: 'Europe/Berlin',
  created_at: CREATED,
};

/** A recompute of posts that has finished after a change of the time zone. */
export const recompute: InferInput<typeof recomputeSchema> = { state: 'done', done: 12, kept: 1 };

export const auditEvent: InferInput<typeof auditEventSchema> = {
  id: '0195d2f0-8a10-8c3e-9b52-3f6c1e0a7d51',
  at: UPDATED,
  operation: 'update-page',
  request_id: EXAMPLE_REQUEST_ID,
  actor: { kind: 'key', key_id: key.id, member_id: member.id },
  resource: { type: 'page', id: page.id },
};

export const exportMedia: InferInput<typeof exportMediaSchema> = {
  media_id: 12,
  name: 'Launch photo',
  mime_type: 'image/jpeg',
  bytes: 482_113,
  file: 'media/0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d51.jpg',
  url: 'https://media.example.com/exports/media/0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d51.jpg?X-Amz-Signature=…',
};

export const exported: InferInput<typeof exportSchema> = {
  id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d50',
  state: 'completed',
  created_at: CREATED,
  finished_at: '2027-03-01T09:01:00.000Z',
  failure_reason: null,
  kinds: { included: ['posts', 'trashed-posts'], omitted: ['pages', 'blocks'] },
  expires_at: '2027-03-08T09:00:00.000Z',
  files: [
    {
      name: 'posts-0001.ndjson',
      records: 128,
      bytes: 96_412,
      url: 'https://media.example.com/exports/posts-0001.ndjson?X-Amz-Signature=…',
    },
  ],
};

export const contactExport: InferInput<typeof contactExportSchema> = {
  id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d50',
  state: 'completed',
  created_at: CREATED,
  finished_at: '2027-03-01T09:01:00.000Z',
  failure_reason: null,
  expires_at: '2027-03-02T09:00:00.000Z',
  records: 128,
  files: [
    {
      name: 'contacts-0001.ndjson',
      records: 128,
      bytes: 96_412,
      url: 'https://media.example.com/contact-exports/contacts-0001.ndjson?X-Amz-Signature=…',
    },
  ],
};

export const contactImport: InferInput<typeof importSchema> = {
  id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d53',
  list: 'Guests of the spring fair',
  state: 'completed',
  failure_reason: null,
  size: 48_213,
  processed_bytes: 48_213,
  lines: 131,
  created: 120,
  updated: 8,
  unchanged: 1,
  rejected: 1,
  duplicates: 1,
  rejected_lines: [
    {
      line: 17,
      code: 'malformed_json',
      detail: 'The line is not valid JSON. Write one JSON object per line.',
      pointer: '#',
    },
    {
      line: 30,
      code: 'duplicate_line',
      detail: 'Line 4 has added this contact to the list. Remove one of the lines.',
      pointer: null,
    },
  ],
  created_at: CREATED,
  started_at: CREATED,
  finished_at: '2027-03-01T09:01:00.000Z',
  expires_at: '2027-05-30T09:00:00.000Z',
};

export const contactImportUpload: InferInput<typeof importUploadSchema> = {
  method: 'PUT',
  url: 'https://media.example.com/imports/0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d53.ndjson?X-Amz-Signature=…',
  headers: { 'Content-Type': 'application/x-ndjson', 'Content-Length': '48213' },
  expires_at: '2027-03-01T10:00:00.000Z',
  max_bytes: 48_213,
};
