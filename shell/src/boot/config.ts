import * as v from 'valibot';

/** Razorpay's documented address of its checkout. */
const razorpayScript = 'https://checkout.razorpay.com/v1/checkout.js';

/**
 * Whether a script may come from an address. A script can do anything to the page, so only https and this machine
 * are trusted.
 */
function isTrustworthy(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && /(?:^|\.)localhost$/.test(hostname));
}

/**
 * Makes a schema of absolute http(s) URLs. It checks the scheme, as 'localhost:3000' is a URL, too, with the
 * scheme 'localhost:'.
 */
function absoluteUrl(field: string) {
  const message = `${field} is an absolute URL`;
  return v.pipe(v.string(), v.url(message), v.regex(/^https?:/i, `${message}, http: or https:`));
}

const apiMessage = 'apiBaseUrl is “/”, or an absolute URL, http: or https:';

const isApiAddress = (text: string): boolean =>
  text === '/' || (/^https?:/i.test(text) && URL.canParse(text));

/** Refuses unknown fields: a misspelt apiBaseUrl would otherwise start the mock without any message. */
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
      /** The public key id. The secret belongs on a server, never here. */
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
 * An origin without path or wildcard. Code from a remote's origin runs in every page, code from an override's in
 * the tab of whoever opens the panel.
 */
const originSchema = v.pipe(
  v.string(),
  v.check(
    (text) => /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text,
    'an origin is written “https://host” or “https://host:port”, with nothing behind it',
  ),
);

/** Path on the shop's own server, or an address on another one. */
const beaconUrl = v.union(
  [v.pipe(v.string(), v.regex(/^\/(?!\/)/)), absoluteUrl('url')],
  'url is a path from “/”, or an absolute URL, http: or https:',
);

/** Whole rupees. The price slider moves in steps of 50. */
const maxPriceMessage = 'maxPrice is a number of rupees above 0, a multiple of 50';
const maxPriceSchema = v.pipe(
  v.number(maxPriceMessage),
  v.minValue(50, maxPriceMessage),
  v.multipleOf(50, maxPriceMessage),
);

const hstsMessage = 'hstsMaxAgeSeconds is a whole number of seconds';

const configSchema = objectOf({
  /** The shop's public address. For the server and the release folder; the page does not use it. */
  origin: v.optional(originSchema),
  /** HSTS `max-age`, in seconds. For the server and the release folder, too. */
  hstsMaxAgeSeconds: v.optional(
    v.pipe(v.number(hstsMessage), v.integer(hstsMessage), v.minValue(0, hstsMessage)),
  ),
  /** Origins of product pictures, besides the shop's own. */
  imageOrigins: v.optional(v.array(originSchema, 'imageOrigins is a list of origins')),
  /** The API's address; '/' is the page's own origin. Absent: the mock API runs in the page. */
  apiBaseUrl: v.optional(v.pipe(v.string(apiMessage), v.check(isApiAddress, apiMessage))),
  payment: v.optional(paymentSchema, { provider: 'simulator' }),
  catalogue: v.optional(
    objectOf({
      /** The highest price that the list's filter offers. Absent: 4,000. */
      maxPrice: v.optional(maxPriceSchema),
      /** The list is queried page by page. Absent: every product is loaded at the start. */
      query: v.optional(v.boolean('query is true or false')),
    }),
  ),
  /** Origins of remotes, besides the shop's own. */
  remoteOrigins: v.optional(v.array(originSchema, 'remoteOrigins is a list of origins')),
  /** Devtools. Present: their panel can be opened. */
  devtools: v.optional(
    objectOf({
      /** Origins from which a remote may be overridden. Absent: any port of localhost and 127.0.0.1. */
      overrideOrigins: v.optional(v.array(originSchema, 'overrideOrigins is a list of origins')),
    }),
  ),
  /** Address for reports of errors. Absent: there are none. */
  reporting: v.optional(objectOf({ url: beaconUrl })),
});

export type RuntimeConfig = Readonly<v.InferOutput<typeof configSchema>>;

/** Checks and returns the runtime configuration. Throws an error that names the field at fault. */
export function parseConfig(document: unknown): RuntimeConfig {
  const parsed = v.safeParse(configSchema, document);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const field = v.getDotPath(issue) ?? 'document';
  throw new Error(
    `The page’s config could not be read: ${field}: ${issue.message}. See docs/configuration.md`,
  );
}
