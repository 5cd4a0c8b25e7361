import type { Page } from './page.ts';

/** Whether search engines may list a page: it is public without an access gate, and `noindex` is not set. */
export function isListable({ status, disabled, password, settings }: Page): boolean {
  return (
    status === 'active' && !disabled && password === null && !settings.sensitive && !settings.seo.noindex
  );
}
