import { configFields, isOrigin } from '../folder/config-fields.ts';

/** What Razorpay's checkout uses, as its own extension for Magento lists it (etc/csp_whitelist.xml). */
const razorpay = {
  script: 'https://checkout.razorpay.com',
  cdn: 'https://cdn.razorpay.com',
  frame: 'https://api.razorpay.com',
  connect: ['https://lumberjack.razorpay.com', 'https://lumberjack-metrics.razorpay.com'],
} as const;

/** Any port of the developer's own machine; "http:" stands for "https:" too. */
const thisMachine = ['http://localhost:*', 'http://127.0.0.1:*'];

/** The origin of an absolute address; none for a path, and for what is no address. */
function originsOf(address: string | undefined): string[] {
  if (address === undefined || !URL.canParse(address)) return [];
  const { origin } = new URL(address);
  return isOrigin(origin) ? [origin] : [];
}

/** What the runtime configuration lets a page use besides its own origin, as the sources of a Content-Security-Policy. */
export interface Sources {
  readonly remotes: readonly string[];
  /** Where a developer's tab may take remotes from, and the sockets that say when these changed. */
  readonly overrides: readonly string[];
  readonly overrideSockets: readonly string[];
  readonly api: readonly string[];
  readonly reports: readonly string[];
  readonly images: readonly string[];
  /** Undefined while the shop does not pay through Razorpay. */
  readonly razorpay:
    | {
        readonly scripts: readonly string[];
        readonly images: readonly string[];
        readonly frames: readonly string[];
        readonly connections: readonly string[];
      }
    | undefined;
}

export function sourcesOf(config: unknown): Sources {
  const { apiBaseUrl, payment, devtools, reporting, remoteOrigins, imageOrigins } =
    configFields(config);
  const overrides = devtools ? (devtools.overrideOrigins ?? thisMachine) : [];
  const [script = razorpay.script] = originsOf(payment?.scriptUrl);
  return {
    remotes: remoteOrigins,
    overrides,
    overrideSockets: overrides.map((origin) => origin.replace(/^http/, 'ws')),
    api: originsOf(apiBaseUrl),
    reports: originsOf(reporting?.url),
    images: imageOrigins ?? [],
    razorpay: payment && {
      scripts: [script, razorpay.cdn],
      images: [razorpay.cdn],
      frames: [razorpay.frame],
      connections: razorpay.connect,
    },
  };
}

/** From where scripts may come, besides the page's own origin. */
export const scriptSources = ({ remotes, overrides, razorpay: pays }: Sources): string[] => [
  ...remotes,
  ...overrides,
  ...(pays?.scripts ?? []),
];

/** What the page's Trusted Types policy lets pass besides the release's own scripts: trust-scripts.ts of the shell. */
interface TrustedSources {
  readonly scripts: readonly string[];
  /** Whether texts may become HTML, which Razorpay's script needs. Scripts in it still don't run. */
  readonly html: boolean;
}

/** Undefined where nothing but the release's own scripts passes. */
export function trustedSources(config: unknown): TrustedSources | undefined {
  const sources = sourcesOf(config);
  const scripts = scriptSources(sources);
  return scripts.length > 0 ? { scripts, html: sources.razorpay !== undefined } : undefined;
}
