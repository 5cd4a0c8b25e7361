/** What a post holds at most (G37–G39): technical caps. What networks take is another matter, see `NETWORK_LIMITS`. */
export const POST_LIMITS = {
  accounts: 100,
  tags: 50,
  versions: 50,
  content: 25,
  media: 20,
  /** Of one text, in code points. */
  body: 65_535,
  /** Of the options of one version as JSON, in bytes of UTF-8. */
  options: 16 * 1024,
  /** Of all versions as stored, in bytes: numbers can be longer written out than sent, and an item ends at 400 KB. */
  versionsBytes: 300 * 1024,
  /** Objects and lists within each other in options. */
  optionsDepth: 32,
} as const;
