import { defineOperation } from '#shared/platform/http/operation.ts';
import { pixelParameter, PIXELS_WRITE } from '#shared/biolinks/http/pixel-access.ts';

export const operation = defineOperation({
  name: 'delete-pixel',
  product: 'biolinks',
  summary: 'Remove a tracking pixel; pages that name it stop loading it',
  routes: [{ method: 'DELETE', path: '/api/v1/biolinks/pixels/{pixel}' }],
  access: PIXELS_WRITE,
  params: { pixel: pixelParameter },
  uses: ['read-core', 'write-core'],
  answers: { 204: null },
  errors: ['pixel_not_found', 'concurrent_update'],
  examples: [{ summary: 'Remove a pixel', params: { pixel: '01980000-0000-7000-8000-000000000001' } }],
});
