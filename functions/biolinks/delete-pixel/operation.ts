import { pixelParameter, PIXELS_WRITE } from '#shared/biolinks/http/pixel-access.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'delete-pixel',
  product: 'biolinks',
  summary: 'Delete a tracking pixel',
  description: 'Pages that reference the pixel stop loading it.',
  routes: [{ method: 'DELETE', path: '/api/v1/biolinks/pixels/{pixel}' }],
  access: PIXELS_WRITE,
  params: { pixel: pixelParameter },
  checksKeyOnWrite: true,
  uses: ['batch-get-pixels', 'delete-pixels', 'put-audit-entries', 'update-quotas'],
  responses: { 204: null },
  errors: ['concurrent_update'],
});
