import { fontView, themeView } from '#shared/biolinks/http/theme-view.ts';
import { FONTS } from '#shared/biolinks/themes/font-catalogue.ts';
import { THEMES } from '#shared/biolinks/themes/theme-catalogue.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

/** Lists the themes and fonts: the allowed values of `theme` and `appearance.font_override` of a page. */
export function createHandler(): OperationHandler<typeof operation> {
  const body = { data: THEMES.map(themeView), fonts: FONTS.map(fontView) };

  return {
    async handle() {
      return { status: 200, body };
    },
  };
}
