export type { Mock, MockOptions } from './start.ts';
export { startMock } from './start.ts';
