/** What a remote declares endpoints of its own with. Each remote bundles its own copy. */
export type { OwnApi, OwnEndpoint } from '@patchwork/api/own-api';
export { asIs, mockApi, queryAsIs } from '@patchwork/api/own-api';
