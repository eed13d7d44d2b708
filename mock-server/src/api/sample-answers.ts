import { createMock } from '../create-mock.ts';
import { answer } from './dispatch.ts';

/** A mock that no one has changed, and no one has logged in to. */
const { server } = createMock({ isKept: false });

/** Answers a GET request for a path of the API as the mock of a new visitor's page does: for a server that writes HTML. */
export const readSample = (path: string): Promise<Response> => answer(server, path);
