import { lexer } from 'marked';
import { isVisible } from '#shared/platform/core/text.ts';

/** The part of a text in which a title is looked for, in UTF-16 code units. */
const BEGINNING = 4000;
/** A tag of Liquid, which dev.to replaces, such as the one that embeds a page. */
const LIQUID = /\{[%{].*?[%}]\}/gu;
/** What is lost if only its words are shown. */
const MARKUP: ReadonlySet<string> = new Set(['link', 'image', 'html', 'codespan', 'br', 'checkbox']);

/** Tokens that are part of a line. */
const INLINE: ReadonlySet<string> = new Set([
  'text',
  'escape',
  'strong',
  'em',
  'del',
  'link',
  'image',
  'codespan',
  'html',
  'br',
]);

/** What this module reads of a token of `marked`. */
type Token = {
  readonly type: string;
  readonly raw: string;
  readonly text?: string | undefined;
  readonly tokens?: readonly Token[] | undefined;
  readonly items?: readonly Token[] | undefined;
  readonly header?: readonly Cell[] | undefined;
  readonly rows?: readonly (readonly Cell[])[] | undefined;
};
type Cell = { readonly tokens: readonly Token[] };

/** The words of a title, and the text without its line; null if the line has to stay in the text. */
export type MarkdownTitle = { readonly title: string; readonly below: string | null };
export type ReadMarkdownTitle = (text: string) => MarkdownTitle;

/**
 * Looks for the title of a text in Markdown. A heading or the first line of a paragraph at the beginning is the title, without its syntax.
 * It stays in the text if its words are not all that it shows. If the text begins with anything else, such as code, a list, a quote, a
 * table, a rule or HTML, the title is the first words of the first heading or paragraph, and the text stays complete.
 */
export function markdownTitle(text: string): MarkdownTitle {
  const lines = text.replaceAll(/\r\n?/gu, '\n');
  const tokens: readonly Token[] = lexer(lines.slice(0, BEGINNING));
  const blocks = tokens.filter(({ type }) => type !== 'space' && type !== 'def');
  const [first] = blocks;
  if (first === undefined) return { title: '', below: null };
  const prose = blocks.find((block) => isProse(block) && isVisible(titleOf(block)));
  if (prose === undefined) return { title: firstWords(blocks), below: null };
  const title = titleOf(prose);
  if (prose !== first || !lines.startsWith(first.raw) || !isPlain(first)) return { title, below: null };
  return { title, below: afterTitle(lines, first) };
}

function isProse({ type }: Token): boolean {
  return type === 'heading' || type === 'paragraph';
}

/** The words of a heading, or of the first line of a paragraph that shows any. */
function titleOf(block: Token): string {
  if (block.type === 'heading') return oneLine(wordsOf(block));
  const lines = block.raw.split('\n').map((line) => oneLine(wordsOf(asParagraph(line))));
  return lines.find(isVisible) ?? '';
}

/** A line of a paragraph as a paragraph of its own. */
function asParagraph(line: string): Token {
  return { type: 'paragraph', raw: line, text: line, tokens: lexer(line.trim()) };
}

/** Whether the words of the title are all that its line shows. */
function isPlain(block: Token): boolean {
  const line = block.type === 'heading' ? block : asParagraph(block.raw.split('\n', 1).join(''));
  return line.raw.search(LIQUID) === -1 && !hasMarkup(line);
}

function hasMarkup(token: Token): boolean {
  return MARKUP.has(token.type) || innerTokens(token).some(hasMarkup);
}

function afterTitle(text: string, block: Token): string {
  if (block.type === 'heading') return withoutBlankLines(text.slice(block.raw.length));
  const rest = text.slice(block.raw.split('\n', 1).join('').length + 1);
  // The next line of a paragraph has no indentation. After an empty line, four spaces begin code.
  return /^[^\S\n]*\n/u.test(rest) ? withoutBlankLines(rest) : rest.trimStart();
}

function withoutBlankLines(text: string): string {
  return text.replace(/^(?:[^\S\n]*\n)+/u, '').trimEnd();
}

/** The first words of a text without a heading or paragraph. */
function firstWords(blocks: readonly Token[]): string {
  for (const block of blocks) {
    const line = wordsOf(block).split('\n').find(isVisible);
    if (line !== undefined) return oneLine(line);
  }
  return '';
}

/** The words that a token shows. Its parts, such as the items of a list, are in lines. */
function wordsOf(token: Token): string {
  if (token.type === 'html' || token.type === 'checkbox') return '';
  if (token.type === 'br') return ' ';
  const inner = innerTokens(token);
  const isInline = inner.every(({ type }) => INLINE.has(type));
  if (inner.length > 0) return inner.map(wordsOf).join(isInline ? '' : '\n');
  return token.text ?? '';
}

function innerTokens({ tokens, items, header, rows = [] }: Token): readonly Token[] {
  if (header === undefined) return items ?? tokens ?? [];
  return [...header, ...rows.flat()].flatMap((cell) => cell.tokens);
}

function oneLine(words: string): string {
  return words.replaceAll(LIQUID, ' ').replaceAll(/\s+/gu, ' ').trim();
}
