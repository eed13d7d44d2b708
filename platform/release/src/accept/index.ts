export { type AcceptedJob, type AcceptOptions, createAcceptor } from './accept.ts';
export { knownIssuers, requireIssuer } from './tokens.ts';
