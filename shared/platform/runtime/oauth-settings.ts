/** The value of `CONNECT_REDIRECT_ORIGINS` in a stage whose callbacks lead to its console only. */
export const NO_REDIRECTS = 'none';

/** The value of `OAUTH_APPS` in a stage without apps of its own: each workspace then needs its own app. */
export const NO_APPS = 'none';
