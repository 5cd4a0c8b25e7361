import { type MetadataJson, parsePhoneNumberFromString } from 'libphonenumber-js/core';
import { dialledNumber, withoutNeedlessPrefix } from '#shared/messaging/domain/phone-spellings.ts';
import type { PhoneNumbers } from '#shared/messaging/ports/phone-numbers.ts';
import { copiedNumber } from '#shared/platform/core/text.ts';
import type { DeployedFiles } from '#shared/platform/runtime/deployed-files.ts';
import { PHONE_METADATA } from './phone-metadata.ts';

/** Reads the metadata at the first phone number: in the bundle, every cold start would parse them. */
export function createPhoneNumbers({ read }: Pick<DeployedFiles, 'read'>): PhoneNumbers {
  let metadata: Promise<MetadataJson> | undefined;

  async function readMetadata(): Promise<MetadataJson> {
    const found: unknown = JSON.parse((await read(PHONE_METADATA)).toString());
    if (!isMetadata(found)) throw new Error(`${PHONE_METADATA} has no countries`);
    return found;
  }

  function load(): Promise<MetadataJson> {
    metadata ??= readMetadata().catch((error: unknown) => {
      // The next phone number reads again.
      metadata = undefined;
      throw error;
    });
    return metadata;
  }

  /** Without a default country, a number without `+` and a country code is not parsed. */
  const parse = async (text: string) => parsePhoneNumberFromString(text, { extract: false }, await load());

  return {
    async countryOf(phone) {
      return (await parse(dialledNumber(phone)))?.country;
    },

    async normalise(text) {
      const found = await parse(copiedNumber(text));
      if (!found || found.ext !== undefined) return undefined;
      const written = await parse(withoutNeedlessPrefix(found.number));
      if (!written) return undefined;
      // The metadata know the numbers of today, and people still write the older spelling.
      const dialled = await parse(dialledNumber(written.number));
      return written.isPossible() || dialled?.isPossible() ? written.number : undefined;
    },
  };
}

function isMetadata(value: unknown): value is MetadataJson {
  return typeof value === 'object' && value !== null && 'countries' in value;
}
