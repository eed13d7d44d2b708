export {
  type ConfigFields,
  configFields,
  configOfPage,
  isOrigin,
  requireGrants,
} from './config-fields.ts';
export {
  createViolationPrinter,
  developmentHeaders,
  developmentScript,
  developmentTrust,
  developmentWorker,
  isViolationReport,
  isWorkerStart,
} from './development.ts';
export { findPlace, type ReadText } from './find-place.ts';
export { violationScript } from './page-code.ts';
export {
  fileHeaders,
  type HeaderFields,
  type PolicyOptions,
  pageHeaders,
  trustedSources,
} from './security-headers.ts';
export { describeViolation, type Violation, violationSchema } from './violations.ts';
