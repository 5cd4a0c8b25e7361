import * as v from 'valibot';
import { fontSchema, themeSchema } from '#shared/biolinks/http/theme-view.ts';
import { keyWith } from '#shared/platform/http/key-with.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

export const operation = defineOperation({
  name: 'list-themes',
  product: 'biolinks',
  summary: 'List themes and fonts',
  description:
    'Returns the themes of pages, and the fonts that can replace the fonts of a theme. The list ' +
    'changes only with releases.',
  routes: [{ method: 'GET', path: '/api/v1/biolinks/themes' }],
  access: keyWith('biolinks:pages:read'),
  uses: [],
  responses: {
    200: v.object({
      data: withDescription(v.array(themeSchema), 'All themes'),
      fonts: withDescription(v.array(fontSchema), 'All fonts'),
    }),
  },
  revalidate: { maxAgeSeconds: 300 },
});
