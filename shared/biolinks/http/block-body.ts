import * as v from 'valibot';
import { BLOCK_LIMIT, BLOCK_TYPES, SOCIAL_NETWORKS } from '#shared/biolinks/domain/block.ts';
import { CONSENT_TEXT_LIMIT } from '#shared/biolinks/domain/signup.ts';
import { boundedList } from '#shared/platform/core/bounded-list.ts';
import { discriminatorIssue, issue } from '#shared/platform/core/issue.ts';
import { anyObject, jsonObject, strictFields } from '#shared/platform/core/json-object.ts';
import { copiedNumber } from '#shared/platform/core/text.ts';
import { webUrlProblem } from '#shared/platform/core/web-url.ts';
import { instantField } from '#shared/platform/http/instant-field.ts';
import { mailAddress } from '#shared/platform/http/mail-address.ts';
import { filledText, singleLine } from '#shared/platform/http/text-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';

const TITLE_LIMIT = 120;
const TEXT_LIMIT = 2000;
const ALT_LIMIT = 300;
const BUTTON_LIMIT = 40;
const THANKS_LIMIT = 300;
const MAX_LINKS = 20;
/** Profiles have short URLs, and a block can have many of them. */
const PROFILE_LIMIT = 512;

const title = withDescription(singleLine(1, TITLE_LIMIT), 'The text to show');
const link = withDescription(webUrl(false), 'URL of the link');
const pictureUrl = withDescription(webUrl(true), 'URL of the image');
const videoUrl = withDescription(webUrl(true), 'URL of the video');
const text = withDescription(filledText(TEXT_LIMIT), 'Plain text; line breaks are kept');
const alt = withDescription(
  singleLine(1, ALT_LIMIT),
  'Alternative text for visitors who cannot see the image',
);
const button = withDescription(singleLine(1, BUTTON_LIMIT), 'Text of the button; `Sign up` by default');
const consent = withDescription(
  filledText(CONSENT_TEXT_LIMIT),
  'What visitors agree to, as plain text. It is stored with each contact that agrees',
);
const asksName = withDescription(
  v.boolean(),
  'Whether the form has a field for the name, which visitors may leave empty. `true` by default',
);
const thanks = withDescription(
  filledText(THANKS_LIMIT),
  'Shown after a sign-up; `Thank you. You are signed up.` by default',
);
const network = v.picklist(SOCIAL_NETWORKS);
const icon = withDescription(v.nullable(network), 'The social network whose icon is shown; null for none');
const email = withDescription(mailAddress, 'The email address to show');
const profile = withDescription(v.pipe(webUrl(false), v.maxLength(PROFILE_LIMIT)), 'URL of the profile');
const socialItems = v.pipe(
  boundedList(
    jsonObject({ network: withDescription(network, 'The social network whose icon is shown'), url: profile }),
    MAX_LINKS,
  ),
  v.minLength(1),
  v.maxLength(MAX_LINKS),
  v.description('A row of icons, in this order'),
);

/** Stored as entered, with the dashes, spaces and marks of direction that a copy has. A phone number has at most 15 digits (E.164). */
const phone = v.pipe(
  singleLine(1, 40),
  v.check(
    (sent) => /^\+?[\d ()/]+$/u.test(copiedNumber(sent)) && /^(?:\D*\d){3,15}\D*$/u.test(copiedNumber(sent)),
    issue('invalid_format', 'Use a phone number of 3 to 15 digits, such as +49 30 1234567.'),
  ),
  // In `+49 (0)30`, a phone would dial the zero in parentheses, and the call would fail.
  v.check(
    (sent) => !/^\+.*\( ?0 ?\)/u.test(copiedNumber(sent)),
    issue('invalid_format', 'Remove the "(0)" after the country code: +49 30 1234567.'),
  ),
  v.description('The phone number, shown as it is written'),
);

/** Fields of every block. */
const shared = {
  visible: v.optional(
    withDescription(
      v.boolean(),
      '`false` hides the block. `true`, the default, shows it from `starts_at` to `ends_at`',
    ),
  ),
  starts_at: v.optional(
    v.nullable(withDescription(instantField, 'When the block becomes visible; null for immediately')),
  ),
  ends_at: v.optional(
    v.nullable(
      withDescription(instantField, 'When the block is hidden again, after `starts_at`; null for never'),
    ),
  ),
};

const position = withDescription(
  v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(BLOCK_LIMIT - 1)),
  'Position among the blocks, starting at 0; the end by default',
);

/** A block in requests: the fields of its type and no others (docs/specification/biolinks.md#blocks). */
export const blockBody = blockOf('Body', { ...shared, position: v.optional(position) });

/** A block of a preview, whose place is its place in the list. */
export const previewBlock = blockOf('Preview', shared);

export type BlockBody = v.InferOutput<typeof blockBody>;

/**
 * The fields of an update. The allowed fields depend on the type of the block, so they are documented here and validated
 * after the block was read.
 */
export const blockEditBody = v.pipe(
  anyObject,
  v.metadata({
    shownAs: strictFields({
      title: v.optional(title),
      url: v.optional(
        v.nullable(
          withDescription(link, 'URL of the link or of the video; null for an image without a link'),
        ),
      ),
      icon: v.optional(icon),
      text: v.optional(text),
      media_url: v.optional(pictureUrl),
      alt: v.optional(alt),
      items: v.optional(socialItems),
      email: v.optional(email),
      phone: v.optional(phone),
      button: v.optional(button),
      consent: v.optional(consent),
      ask_name: v.optional(asksName),
      thanks: v.optional(thanks),
      visible: shared.visible,
      starts_at: shared.starts_at,
      ends_at: shared.ends_at,
    }),
  }),
);

/** Fields that exist only in responses. */
export const BLOCK_READ_ONLY_FIELDS = ['id', 'created_at', 'updated_at'];

/** A block with the fields of its type and the common fields. `kind` is the end of the names of its schemas in the documentation. */
function blockOf<const Common extends v.ObjectEntries>(kind: 'Body' | 'Preview', common: Common) {
  return v.pipe(
    anyObject,
    v.variant(
      'type',
      [
        withTitle(
          `LinkBlock${kind}`,
          strictFields({
            type: blockType('link'),
            title,
            url: link,
            icon: v.optional(icon),
            ...common,
          }),
        ),
        withTitle(`HeaderBlock${kind}`, strictFields({ type: blockType('header'), title, ...common })),
        withTitle(`TextBlock${kind}`, strictFields({ type: blockType('text'), text, ...common })),
        withTitle(
          `ImageBlock${kind}`,
          strictFields({
            type: blockType('image'),
            media_url: pictureUrl,
            alt,
            url: v.optional(v.nullable(link)),
            ...common,
          }),
        ),
        withTitle(
          `SocialBlock${kind}`,
          strictFields({
            type: blockType('social'),
            items: socialItems,
            ...common,
          }),
        ),
        withTitle(`EmailBlock${kind}`, strictFields({ type: blockType('email'), title, email, ...common })),
        withTitle(`PhoneBlock${kind}`, strictFields({ type: blockType('phone'), title, phone, ...common })),
        withTitle(`VideoBlock${kind}`, strictFields({ type: blockType('video'), url: videoUrl, ...common })),
        withTitle(
          `SignupBlock${kind}`,
          strictFields({
            type: blockType('signup'),
            title,
            button: v.optional(button),
            consent,
            ask_name: v.optional(asksName),
            thanks: v.optional(thanks),
            ...common,
          }),
        ),
        withTitle(`DividerBlock${kind}`, strictFields({ type: blockType('divider'), ...common })),
      ],
      discriminatorIssue(`Use one of ${BLOCK_TYPES.join(', ')}.`),
    ),
  );
}

function webUrl(secure: boolean) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.rawCheck(({ dataset, addIssue }) => {
      const problem = dataset.typed ? webUrlProblem(dataset.value, secure) : undefined;
      if (problem !== undefined) addIssue({ message: issue('invalid_url', problem) });
    }),
    v.metadata({
      pattern: secure ? '^[Hh][Tt][Tt][Pp][Ss]://.+' : '^[Hh][Tt][Tt][Pp][Ss]?://.+',
      maxLength: 2048,
    }),
  );
}

function blockType<const T extends string>(type: T) {
  return withDescription(v.literal(type), 'Type of the block');
}
