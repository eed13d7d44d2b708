export type { ApiServer } from './create-api-server.ts';
export { createApiServer } from './create-api-server.ts';
export type { Settings } from './settings.ts';
export { readSettings, SettingsError } from './settings.ts';
