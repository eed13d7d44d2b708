import * as v from 'valibot';
import { isOwnPath } from './image-address.ts';

/** Address of Razorpay's checkout script, from its documentation. */
const razorpayScript = 'https://checkout.razorpay.com/v1/checkout.js';

/**
 * Whether a script may be loaded from an address. A script can do anything to the page, so only https and localhost are
 * allowed.
 */
function isTrustworthy(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && /(?:^|\.)localhost$/.test(hostname));
}

/**
 * Returns the schema of http(s) URLs. It checks the scheme, because 'localhost:3000' is also a valid URL, with the
 * scheme 'localhost:'.
 */
function absoluteUrl(field: string) {
  const message = `${field} is an absolute URL`;
  return v.pipe(v.string(), v.url(message), v.regex(/^https?:/i, `${message}, http: or https:`));
}

const apiMessage = 'apiBaseUrl is “/”, or an absolute URL, http: or https:';

const isApiAddress = (text: string): boolean =>
  text === '/' || (/^https?:/i.test(text) && URL.canParse(text));

/**
 * Returns a schema of objects that refuses unknown fields. Otherwise, a misspelt apiBaseUrl would start the mock
 * without any message.
 */
const objectOf = <Fields extends v.ObjectEntries>(fields: Fields) =>
  v.strictObject(fields, ({ expected, message }) =>
    expected === 'never' ? 'there is no such field' : message,
  );

const paymentSchema = v.variant(
  'provider',
  [
    objectOf({ provider: v.literal('simulator') }),
    objectOf({
      provider: v.literal('razorpay'),
      /** Public key id. The secret belongs on a server, never here. */
      key: v.pipe(
        v.string('a key id, rzp_test_… or rzp_live_…'),
        v.regex(/^rzp_(?:test|live)_\w+$/, 'a key id, rzp_test_… or rzp_live_…'),
      ),
      scriptUrl: v.optional(
        v.pipe(
          absoluteUrl('scriptUrl'),
          v.check((url) => URL.canParse(url) && isTrustworthy(url), 'scriptUrl begins with https:'),
        ),
        razorpayScript,
      ),
    }),
  ],
  "provider is 'simulator' or 'razorpay'",
);

/**
 * An origin, without path or wildcard. Code from a remote's origin runs in every page; code from an override's origin
 * runs in the tab of the person who sets the override.
 */
const originSchema = v.pipe(
  v.string(),
  v.check(
    (text) => /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text,
    'an origin is written “https://host” or “https://host:port”, with nothing after it',
  ),
);

/** Path at the shop's own origin, or an absolute URL. */
const beaconUrl = v.union(
  [v.pipe(v.string(), v.check(isOwnPath)), absoluteUrl('url')],
  'url is a path from “/”, or an absolute URL, http: or https:',
);

/** Error message for `maxPrice`. The price slider moves in steps of 50 rupees. */
const maxPriceMessage = 'maxPrice is a number of rupees above 0, a multiple of 50';
const maxPriceSchema = v.pipe(
  v.number(maxPriceMessage),
  v.minValue(50, maxPriceMessage),
  v.multipleOf(50, maxPriceMessage),
);

const shortText = (field: string) => {
  const message = `${field} is a text of 1 to 200 characters`;
  return v.pipe(v.string(message), v.trim(), v.minLength(1, message), v.maxLength(200, message));
};

const emailMessage = 'email is an address such as help@shop.example';

const visitsMessage = 'visits is a share from 0 to 1';

const hstsMessage = 'hstsMaxAgeSeconds is a whole number of seconds';

const configSchema = objectOf({
  /** The shop's public address. Used by the server and the release folder only. */
  origin: v.optional(originSchema),
  /** HSTS `max-age`, in seconds. Used by the server and the release folder only. */
  hstsMaxAgeSeconds: v.optional(
    v.pipe(v.number(hstsMessage), v.integer(hstsMessage), v.minValue(0, hstsMessage)),
  ),
  /** Origins of product pictures, in addition to the shop's own. */
  imageOrigins: v.optional(v.array(originSchema, 'imageOrigins is a list of origins')),
  /** The API's base URL; '/' is the page's own origin. If absent, the mock API runs in the page. */
  apiBaseUrl: v.optional(v.pipe(v.string(apiMessage), v.check(isApiAddress, apiMessage))),
  payment: v.optional(paymentSchema, { provider: 'simulator' }),
  catalogue: v.optional(
    objectOf({
      /** Maximum of the product list's price filter, in rupees. If absent, 4,000. */
      maxPrice: v.optional(maxPriceSchema),
      /** Whether the product list is queried page by page. If absent, all products are loaded at the start. */
      query: v.optional(v.boolean('query is true or false')),
    }),
  ),
  /** How shoppers reach the shop. If absent, no page says it. */
  contact: v.optional(
    objectOf({
      email: v.optional(
        v.pipe(v.string(emailMessage), v.regex(/^[^\s@:?&]+@[^\s@:?&]+$/, emailMessage)),
      ),
      /** Such as 'Monday to Saturday, 10 to 18'. */
      hours: v.optional(shortText('hours')),
      address: v.optional(shortText('address')),
    }),
  ),
  /** Links in the footer to the shop's pages elsewhere. If absent, the demonstration on the mock has three examples. */
  social: v.optional(
    v.array(
      objectOf({ name: shortText('name'), url: absoluteUrl('url') }),
      'social is a list of names and URLs',
    ),
  ),
  /** Origins of remotes, in addition to the shop's own. */
  remoteOrigins: v.optional(v.array(originSchema, 'remoteOrigins is a list of origins')),
  /** Settings of the devtools. If present, their panel can be opened. */
  devtools: v.optional(
    objectOf({
      /** Origins that overrides may come from. If absent, any port of localhost and 127.0.0.1 is allowed. */
      overrideOrigins: v.optional(v.array(originSchema, 'overrideOrigins is a list of origins')),
    }),
  ),
  /** Reporting of errors and page loads. If absent, nothing is reported. */
  reporting: v.optional(
    objectOf({
      url: beaconUrl,
      /** Share of the page loads that are reported, from 0 to 1. If absent, none are reported. */
      visits: v.optional(
        v.pipe(
          v.number(visitsMessage),
          v.check((share) => share >= 0 && share <= 1, visitsMessage),
        ),
      ),
    }),
  ),
});

export type RuntimeConfig = Readonly<v.InferOutput<typeof configSchema>>;

/** Parses the runtime configuration. Throws an error that names the invalid field. */
export function parseConfig(document: unknown): RuntimeConfig {
  const parsed = v.safeParse(configSchema, document);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const field = v.getDotPath(issue) ?? 'document';
  throw new Error(
    `The page’s config could not be read: ${field}: ${issue.message}. See docs/configuration.md`,
  );
}
