import * as v from 'valibot';
import { PIXEL_PROVIDERS } from '#shared/biolinks/domain/pixel.ts';
import { PIXELS_WRITE } from '#shared/biolinks/http/pixel-access.ts';
import { pixelSchema } from '#shared/biolinks/http/pixel-view.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { singleLine } from '#shared/platform/http/text-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

export const operation = defineOperation({
  name: 'create-pixel',
  product: 'biolinks',
  summary: 'Add a tracking pixel',
  description: 'A page loads its pixels only after the visitor consents.',
  routes: [{ method: 'POST', path: '/api/v1/biolinks/pixels' }],
  access: PIXELS_WRITE,
  checksKeyOnWrite: true,
  uses: ['put-pixels', 'update-quotas'],
  body: jsonObject({
    provider: v.pipe(v.string(), v.picklist(PIXEL_PROVIDERS), v.description('The tracking provider')),
    tag_id: v.pipe(
      v.string(),
      v.trim(),
      v.metadata({
        pattern: '^[A-Z0-9-]{8,24}$',
        description: 'The ID that the provider assigned, such as `G-ABC1234567`',
      }),
    ),
    name: withDescription(singleLine(1, 100), 'Name of the pixel in the workspace'),
  }),
  readOnlyFields: ['id', 'created_at'],
  responses: { 201: v.object({ data: pixelSchema }) },
  errors: ['concurrent_update', 'quota_exceeded'],
  examples: [
    {
      summary: 'A Google Analytics stream',
      body: { provider: 'google', tag_id: 'G-ABC1234567', name: 'Shop analytics' },
    },
  ],
});
