import { findLinks, hasLink } from '#shared/publishing/domain/texts/text-links.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
  // WordPress executes shortcodes, such as [gallery].
  '[': '&#091;',
  ']': '&#093;',
};

/** An image of the article: where the site has it, and its alternative text. */
export type ArticleImage = { readonly url: string; readonly altText: string | null };

/** Escapes a text for HTML, so that it contains neither elements nor shortcodes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"'[\]]/gu, (character) => ENTITIES[character] ?? character);
}

/** The HTML of an article: paragraphs with links, then images. Nothing in the text is HTML. */
export function articleHtml(text: string, link: string | null, images: readonly ArticleImage[]): string {
  const paragraphs = text
    .split(/(?:\r?\n[^\S\n]*){2,}/u)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${linked(paragraph.trim()).replaceAll(/\r?\n/gu, '<br>')}</p>`);
  const more = link === null || hasLink(text, link) ? [] : [`<p>${anchor(link, link)}</p>`];
  const figures = images.map(
    ({ url, altText }) =>
      `<figure class="wp-block-image"><img src="${escapeHtml(url)}" alt="${escapeHtml(altText ?? '')}"></figure>`,
  );
  return [...paragraphs, ...more, ...figures].join('\n\n');
}

function linked(text: string): string {
  let html = '';
  let at = 0;
  for (const { uri, start, end } of findLinks(text)) {
    html += escapeHtml(text.slice(at, start)) + anchor(uri, text.slice(start, end));
    at = end;
  }
  return html + escapeHtml(text.slice(at));
}

function anchor(url: string, shown: string): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(shown)}</a>`;
}
