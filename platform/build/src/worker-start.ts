/*
 * The script /worker.js of a shop, in which each worker of a remote begins. A worker needs a script of the page's own
 * origin, and gets the policy of that script's response: a remote may have another origin, and its files may do nothing
 * by themselves. The server sends this one with the page's policy.
 */

interface WorkerGlobal {
  readonly addEventListener: (
    type: 'securitypolicyviolation',
    listener: (violation: SecurityPolicyViolationEvent) => void,
  ) => void;
  readonly importScripts: (address: string) => void;
  readonly location: Location;
  readonly trustedTypes?: {
    createPolicy: (name: string, rules: { createScriptURL: (address: string) => string }) => void;
  };
}

const { addEventListener, importScripts, location, trustedTypes } =
  globalThis as unknown as WorkerGlobal;

// What the policy refuses is an error of the worker, and so of the page. Code may catch what the refused call throws.
addEventListener('securitypolicyviolation', (violation) => {
  const { effectiveDirective, blockedURI, sourceFile, lineNumber } = violation;
  setTimeout(() => {
    throw new Error(
      `The page’s policy (${effectiveDirective}) refuses ${blockedURI} in a worker, at ${sourceFile}:${lineNumber}. Ask for it in “rights” of remote.json`,
    );
  });
});

// The directive script-src, which is the page's, decides which addresses are allowed.
trustedTypes?.createPolicy('default', { createScriptURL: (address) => address });
importScripts(decodeURIComponent(location.hash.slice(1)));

export {};
