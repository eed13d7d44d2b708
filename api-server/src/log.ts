import { type Logger, pino } from 'pino';
import type { Settings } from './settings.ts';

/** One line of JSON for each message, on the standard output. */
export const createLog = (level: Settings['logLevel']): Logger =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
