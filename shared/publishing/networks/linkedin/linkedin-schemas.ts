import * as v from 'valibot';

/** The claims we read from `/v2/userinfo`. The `sub` becomes part of a URN. */
export const userInfoSchema = v.object({
  sub: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/u)),
  name: v.nullish(v.string(), null),
  picture: v.nullish(v.string(), null),
});

/** The response to `initializeUpload`. */
export const uploadSchema = v.object({
  value: v.object({
    uploadUrl: v.string(),
    image: v.pipe(v.string(), v.regex(/^urn:li:image:[\w-]{1,100}$/u)),
  }),
});

/** The id of a post, from a header: the response has no body. */
export const postUrnSchema = v.pipe(v.string(), v.regex(/^urn:li:(?:share|ugcPost):\d{1,30}$/u));

/** Error responses of LinkedIn. A page of a proxy does not match. */
export const errorSchema = v.object({ message: v.string() });
