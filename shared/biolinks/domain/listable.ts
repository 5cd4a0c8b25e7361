import type { Page } from './page.ts';

/** Whether search engines may list a page: visitors see it without a gate, and its owner has not asked otherwise (decisions 6). */
export function isListable({ status, disabled, password, settings }: Page): boolean {
  return (
    status === 'active' && !disabled && password === null && !settings.sensitive && !settings.seo.noindex
  );
}
