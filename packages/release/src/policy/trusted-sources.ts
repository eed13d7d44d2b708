import { scriptSources, sourcesOf } from './sources.ts';

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
