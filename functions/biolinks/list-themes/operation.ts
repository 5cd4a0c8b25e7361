import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { fontSchema, themeSchema } from '#shared/biolinks/http/theme-view.ts';
import { described } from '#shared/platform/http/described.ts';

export const operation = defineOperation({
  name: 'list-themes',
  product: 'biolinks',
  summary: 'List the themes a page can have, and the fonts that can replace theirs',
  description: 'The list changes with releases only.',
  routes: [{ method: 'GET', path: '/api/v1/biolinks/themes' }],
  access: {
    kind: 'key',
    credential: 'workspace-key',
    rule: 'all-of',
    permissions: ['biolinks:pages:read'],
  },
  uses: [],
  answers: {
    200: v.object({
      data: described(v.array(themeSchema), 'Every theme'),
      fonts: described(v.array(fontSchema), 'Every font'),
    }),
  },
  errors: [],
  revalidate: { maxAgeSeconds: 300 },
  examples: [{ summary: 'Every theme and font' }],
});
