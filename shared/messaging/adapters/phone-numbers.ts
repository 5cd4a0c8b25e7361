import { type MetadataJson, parsePhoneNumberFromString } from 'libphonenumber-js/core';
import type { PhoneNumbers } from '#shared/messaging/ports/phone-numbers.ts';
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

  return {
    async countryOf(phone) {
      return parsePhoneNumberFromString(phone, { extract: false }, await load())?.country;
    },

    async normalise(text) {
      // Without a default country, a number without `+` and a country code is not parsed.
      const number = parsePhoneNumberFromString(text, { extract: false }, await load());
      return number?.isPossible() && number.ext === undefined ? number.number : undefined;
    },
  };
}

function isMetadata(value: unknown): value is MetadataJson {
  return typeof value === 'object' && value !== null && 'countries' in value;
}
