import * as v from 'valibot';
import { anyObject, jsonObject } from '#shared/platform/core/json-object.ts';
import { BLOCK_LIMIT, BLOCK_TYPES, SOCIAL_NETWORKS } from '#shared/biolinks/domain/block.ts';
import { webUrlProblem } from '#shared/platform/core/web-url.ts';
import { instantField } from '#shared/platform/http/instant-field.ts';
import { mailAddress } from '#shared/platform/http/mail-address.ts';
import { named } from '#shared/platform/http/named-schema.ts';
import { multiLine, singleLine } from '#shared/platform/http/text-field.ts';
import { described } from '#shared/platform/http/described.ts';

const TITLE_LIMIT = 120;
const TEXT_LIMIT = 2000;
const ALT_LIMIT = 300;
const MAX_LINKS = 20;

const title = described(singleLine(1, TITLE_LIMIT), 'What it says');
const link = described(webUrl(false), 'Where it leads');
const pictureUrl = described(webUrl(true), 'Where the picture lies');
const videoUrl = described(webUrl(true), 'Where the video lies');
const text = described(multiLine(1, TEXT_LIMIT), 'Plain text; line breaks are kept');
const alt = described(singleLine(1, ALT_LIMIT), 'What is read out to visitors who do not see the picture');
const network = v.picklist(SOCIAL_NETWORKS);
const icon = described(v.nullable(network), 'The network whose sign it shows; null for none');
const email = described(mailAddress, 'The address that visitors write to');
const socialItems = v.pipe(
  v.array(jsonObject({ network: described(network, 'The network whose sign it shows'), url: link })),
  v.minLength(1),
  v.maxLength(MAX_LINKS),
  v.description('A row of signs, in this order'),
);

/** Kept as people write it; a number has at most 15 digits (E.164). */
const phone = v.pipe(
  singleLine(1, 40),
  v.check(
    (sent) => /^\+?[\d ().-]+$/u.test(sent) && /^(?:\D*\d){3,15}\D*$/u.test(sent),
    'invalid_format: Use a phone number of 3 to 15 digits, such as +49 30 1234567.',
  ),
  // A phone would dial that zero, and reach nobody.
  v.check(
    (sent) => !/^\+.*\(\s*0\s*\)/u.test(sent),
    'invalid_format: Leave out the "(0)" behind the country code: +49 30 1234567.',
  ),
  v.metadata({ pattern: '^[+]?[0-9 ().-]+$' }),
  v.description('The number that visitors call, shown as it is written'),
);

/** Members of every block. */
const shared = {
  visible: v.optional(
    described(
      v.boolean(),
      'Whether visitors see it, between `starts_at` and `ends_at`; a new block is, unless said',
    ),
  ),
  starts_at: v.optional(
    v.nullable(described(instantField, 'From when on visitors see it; null for at once')),
  ),
  ends_at: v.optional(
    v.nullable(
      described(instantField, 'From when on they do not see it any more, after `starts_at`; null for never'),
    ),
  ),
  position: v.optional(
    described(
      v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(BLOCK_LIMIT - 1)),
      'Its place among the blocks, 0 for the first; at the end unless said',
    ),
  ),
};

/** A block as it is sent: members by type (R31), and no member of another type. */
export const blockBody = v.pipe(
  anyObject,
  v.variant(
    'type',
    [
      named(
        'LinkBlockBody',
        v.strictObject({
          type: v.literal('link'),
          title,
          url: link,
          icon: v.optional(icon),
          ...shared,
        }),
      ),
      named('HeaderBlockBody', v.strictObject({ type: v.literal('header'), title, ...shared })),
      named('TextBlockBody', v.strictObject({ type: v.literal('text'), text, ...shared })),
      named(
        'ImageBlockBody',
        v.strictObject({
          type: v.literal('image'),
          media_url: pictureUrl,
          alt,
          url: v.optional(v.nullable(link)),
          ...shared,
        }),
      ),
      named(
        'SocialBlockBody',
        v.strictObject({
          type: v.literal('social'),
          items: socialItems,
          ...shared,
        }),
      ),
      named('EmailBlockBody', v.strictObject({ type: v.literal('email'), title, email, ...shared })),
      named('PhoneBlockBody', v.strictObject({ type: v.literal('phone'), title, phone, ...shared })),
      named('VideoBlockBody', v.strictObject({ type: v.literal('video'), url: videoUrl, ...shared })),
      named('DividerBlockBody', v.strictObject({ type: v.literal('divider'), ...shared })),
    ],
    ({ received }) => `${typeProblem(received)}: Use one of ${BLOCK_TYPES.join(', ')}.`,
  ),
);

export type BlockBody = v.InferOutput<typeof blockBody>;

/**
 * The members of an edit: which of them there can be depends on the block, which is known only when it was found, so they are
 * shown here and checked then.
 */
export const blockEditBody = v.pipe(
  anyObject,
  v.metadata({
    shownAs: v.strictObject({
      title: v.optional(title),
      url: v.optional(
        v.nullable(described(link, 'Where it leads, or where the video lies; null for no link of a picture')),
      ),
      icon: v.optional(icon),
      text: v.optional(text),
      media_url: v.optional(pictureUrl),
      alt: v.optional(alt),
      items: v.optional(socialItems),
      email: v.optional(email),
      phone: v.optional(phone),
      visible: shared.visible,
      starts_at: shared.starts_at,
      ends_at: shared.ends_at,
    }),
  }),
);

/** Members that only answers have. */
export const BLOCK_READ_ONLY_FIELDS = ['id', 'created_at', 'updated_at'];

function webUrl(secure: boolean) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.rawCheck(({ dataset, addIssue }) => {
      const problem = dataset.typed ? webUrlProblem(dataset.value, secure) : undefined;
      if (problem !== undefined) addIssue({ message: `invalid_url: ${problem}` });
    }),
    v.metadata({
      pattern: secure ? '^[Hh][Tt][Tt][Pp][Ss]://.+' : '^[Hh][Tt][Tt][Pp][Ss]?://.+',
      maxLength: 2048,
    }),
  );
}

/** Valibot says what it received in its own words: texts come in quotes. */
function typeProblem(received: string): 'required' | 'invalid_format' | 'invalid_type' {
  if (received === 'undefined') return 'required';
  return received.startsWith('"') ? 'invalid_format' : 'invalid_type';
}
