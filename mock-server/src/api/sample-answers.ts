import { createMock } from '../create-mock.ts';
import { answer } from './dispatch.ts';

/** A mock whose data no one has changed, and to which no one has logged in. */
const { server } = createMock({ isKept: false });

/** Answers a GET request for a path of the API as the mock of a new visitor's page does, for a server that writes HTML. */
export const readSample = (path: string): Promise<Response> => answer(server, path);
