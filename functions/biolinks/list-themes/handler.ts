import { fontView, themeView } from '#shared/biolinks/http/theme-view.ts';
import { FONTS } from '#shared/biolinks/themes/font-catalogue.ts';
import { THEMES } from '#shared/biolinks/themes/theme-catalogue.ts';
import type { OperationHandler } from '#shared/platform/http/handler.ts';
import type { operation } from './operation.ts';

/** The catalogue of looks: what `theme` and `appearance.font_override` of a page can say (decisions 6). */
export function createHandler(): OperationHandler<typeof operation> {
  const body = { data: THEMES.map(themeView), fonts: FONTS.map(fontView) };

  return {
    async handle() {
      return { status: 200, body };
    },
  };
}
