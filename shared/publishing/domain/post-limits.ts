/** Technical limits of a post (docs/specification.md#post-limits). The limits of the networks are in `NETWORK_LIMITS`. */
export const POST_LIMITS = {
  accounts: 100,
  tags: 50,
  versions: 50,
  content: 25,
  media: 20,
  /** Length of one text in code points. */
  body: 65_535,
  /** Size of the options of one version as JSON, in bytes of UTF-8. */
  options: 16 * 1024,
  /** Size of all versions as stored, in bytes. Stored numbers can be longer than sent ones, and an item has at most 400 KB. */
  versionsBytes: 300 * 1024,
  /** Nesting depth of objects and arrays in options. */
  optionsDepth: 32,
} as const;
