import { type DestinationStream, type Logger, pino } from 'pino';
import type { Settings } from './settings.ts';

/** One line of JSON for each message, on the standard output where nothing else is named. */
export const createLog = (level: Settings['logLevel'], output?: DestinationStream): Logger =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, output);
